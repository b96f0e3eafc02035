using System.Text.Json;

namespace Orchestrator.Cli.Tests.Connections;

internal sealed class ConnectionsTests
{
    private const string Servers = """
        connection: Crm
        platform: PostgreSql
        stage: SRC
        maxConcurrency: 4
        connectionString: Host=127.0.0.1;Port=1;Database=${env:CRM_DATABASE:-crm};Username=etl;Password=${secret:CRM}
        ---
        connection: Whole
        platform: PostgreSql
        connectionString: ${env:WHOLE:-Host=db;Username=etl}
        """;

    [Test]
    [Category("Approved")]
    public void The_list_says_where_each_leads_and_who_uses_it_and_connects_to_nothing()
    {
        using var solution = new SmallSolution();
        solution.Write("connections/servers.yaml", Servers);

        var called = solution.Call("connections", "list");

        Assert.That(called.ExitCode, Is.Zero, called.Error);
        Assert.That(called.Out, Does.Not.Contain("etl").And.Not.Contain("secret"));
        Assert.That(Directory.Exists(Path.Combine(solution.Folder, ".orchestrator")), Is.False);
        Approved.Check("connections-list", called.Out, solution.Folder);
    }

    [Test]
    public void The_list_for_machines_holds_the_same()
    {
        using var solution = new SmallSolution();

        var document = JsonDocument.Parse(solution.Call("connections", "list", "-o", "json").Out).RootElement;

        var staging = document.GetProperty("connections")[1];
        Assert.That(staging.GetProperty("stage").GetString(), Is.EqualTo("STG"));
        Assert.That(staging.GetProperty("written_by")[0].GetString(), Is.EqualTo("Staging"));
    }

    [Test]
    [Category("Approved")]
    public void A_test_opens_files_and_folders_and_knows_what_a_first_load_will_make()
    {
        using var solution = new SmallSolution();

        var before = solution.Call("connections", "test");
        solution.Call("run");
        var after = solution.Call("connections", "test", "Staging", "-o", "json");

        Assert.That(before.ExitCode, Is.Zero, before.Error);
        Approved.Check("connections-test", before.Out, solution.Folder);
        var staging = JsonDocument.Parse(after.Out).RootElement.GetProperty("connections")[0];
        Assert.That(staging.GetProperty("state").GetString(), Is.EqualTo("ok"));
        Assert.That(staging.GetProperty("server").GetString(), Does.StartWith("SQLite 3."));
    }

    [Test]
    public void What_cannot_be_reached_is_said_with_its_class_and_the_code_is_4()
    {
        using var solution = new SmallSolution();
        solution.Write("connections/servers.yaml", Servers);

        var called = Called.With(solution.Folder, new() { ["ORCHESTRATOR_SECRET_CRM"] = "open sesame" }, false,
            "connections", "test");

        Assert.That(called.ExitCode, Is.EqualTo(4));
        Assert.That(called.Out, Does.Not.Contain("sesame"));
        Assert.That(called.Out, Does.Match("failed Crm  ORC3409 (Transient|Config)"));
        Assert.That(called.Out, Does.Match("Files +Files +ok"));
    }

    [Test]
    public void A_secret_that_is_missing_is_named()
    {
        using var solution = new SmallSolution();
        solution.Write("connections/servers.yaml", Servers);

        var called = solution.Call("connections", "test", "Crm");

        Assert.That(called.ExitCode, Is.EqualTo(4));
        Assert.That(called.Out, Does.Contain("ORC3416 Config").And.Contain("ORCHESTRATOR_SECRET_CRM"));
    }

    [Test]
    public void A_server_says_its_version_database_and_user_and_a_wrong_password_is_a_fault_of_the_configuration()
    {
        using var solution = new SmallSolution();
        solution.Write("connections/servers.yaml", Servers.Replace(
            "Port=1;", $"Port={Server.Cluster.Port};", StringComparison.Ordinal));
        var variables = new Dictionary<string, string>
        {
            ["CRM_DATABASE"] = "postgres",
            ["WHOLE"] = Server.Cluster.ConnectionString(),
            ["ORCHESTRATOR_SECRET_CRM"] = "open sesame",
        };

        var called = Called.With(solution.Folder, variables, false, "connections", "test");

        Assert.That(called.ExitCode, Is.EqualTo(4));
        Assert.That(called.Out, Does.Match(@"Whole +PostgreSql +ok .* PostgreSQL \d+[^ ]* .* orchestrator +postgres"));
        Assert.That(called.Out, Does.Contain("failed Crm  ORC3409 Config, server code 28P01"));
        Assert.That(called.Out + called.Error, Does.Not.Contain(Server.Cluster.Password));
    }

    [Test]
    public void A_name_that_is_none_is_a_usage_error()
    {
        using var solution = new SmallSolution();

        Assert.That(solution.Call("connections", "test", "Stagin").Error, Does.Contain("did you mean 'Staging'?"));
        Assert.That(solution.Call("connections", "tset").ExitCode, Is.EqualTo(2));
        Assert.That(solution.Call("connections").ExitCode, Is.EqualTo(2));
    }
}
