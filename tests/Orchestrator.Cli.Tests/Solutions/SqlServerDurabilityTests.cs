using Orchestrator.Tds;

namespace Orchestrator.Cli.Tests.Solutions;

/// <summary>What `validate --online` finds of the durability of a SQL Server database.</summary>
internal sealed class SqlServerDurabilityTests
{
    private TemporaryFolder _folder = null!;
    private ScriptedCatalog _server = null!;
    private DelayedDurability _durability = null!;

    [SetUp]
    public void Make()
    {
        _folder = new TemporaryFolder();
        _server = new ScriptedCatalog();
        _durability = new DelayedDurability(_server.Server);
        _server.Table("dbo", "Customer");
        _server.Allowed.AddRange([
            ["orchestrator", "", "UseSchema"], ["orchestrator", "", "CreateTable"], ["dbo", "", "UseSchema"],
        ]);
    }

    [TearDown]
    public void Remove()
    {
        _server.Dispose();
        _folder.Dispose();
    }

    [Test]
    public void Nothing_is_said_where_nothing_stands_in_the_way_and_one_question_finds_that()
    {
        var looked = Look("{mode: forced}");

        Assert.That(looked.ExitCode, Is.Zero, looked.Out);
        Assert.That(looked.Out, Does.Not.Contain("durability").And.Not.Contain("DELAYED_DURABILITY"));
        Assert.That(_server.Server.Recorder.Lines.Count(line => line.Contains("is_change_feed_enabled")),
            Is.EqualTo(1));
        Assert.That(
            _server.Server.Recorder.Lines, Has.None.Contains("ALTER DATABASE").And.None.Contains("sp_flush_log"));
        Assert.That(_durability["Crm"], Is.EqualTo("DISABLED"));
    }

    [TestCase("capture", "", "change data capture is on")]
    [TestCase("tracking", "", "change tracking is on")]
    [TestCase("right", "etl", "etl lacks ALTER on the database")]
    public void What_rules_it_out_is_a_warning_with_advice(string what, string detail, string expected)
    {
        _durability.Obstruct(what, detail);

        var looked = Look("{mode: forced}");

        Assert.That(looked.ExitCode, Is.Zero, looked.Out);
        Assert.That(looked.Out, Does.Contain(
            $"ORC3519: a run will not relax the durability of 'Crm': {expected}").And.Contain("warning"));
    }

    [Test]
    public void What_should_be_known_is_a_note()
    {
        _durability.Obstruct("group");

        var looked = Look("{mode: forced}");

        Assert.That(looked.Out, Does.Contain("note: Crm: it is in an availability group, none of whose replicas"));
        Assert.That(looked.Out, Does.Not.Contain("ORC3519"));
    }

    [Test]
    public void Where_nobody_wants_to_relax_it_nothing_is_asked()
    {
        _durability.Obstruct("capture");

        var looked = Look("{mode: off}");

        Assert.That(looked.Out, Does.Not.Contain("ORC3519"));
        Assert.That(_server.Server.Recorder.Lines, Has.None.Contains("is_change_feed_enabled"));
    }

    [Test]
    public void It_is_asked_through_the_connection_that_would_do_it()
    {
        using var other = new ScriptedCatalog();
        var its = new DelayedDurability(other.Server) { MayAlter = false };

        var looked = Look("{mode: forced, connection: Admin}", other.ConnectionString);
        its.ServerName = "SQL02";
        var elsewhere = Look("{mode: forced, connection: Admin}", other.ConnectionString);
        other.Server.OnLogin((login, reply) => reply.Error(ServerErrors.LoginFailed(login.User)));
        var closed = Look("{mode: forced, connection: Admin}", other.ConnectionString);

        Assert.That(looked.Out, Does.Contain("ORC3519").And.Contain("loader lacks ALTER on the database"));
        Assert.That(elsewhere.Out, Does.Contain(
            "the connection 'Admin' leads to Crm on SQL02, and not to Crm on SQL01"));
        Assert.That(closed.Out, Does.Contain(
            "ORC3519: a run will not relax the durability of 'Crm': the connection 'Admin', which would do it, cannot "
            + "be used: ").And.Contain("see `connections test Admin`").IgnoreCase);
        Assert.That(closed.ExitCode, Is.Zero);
    }

    [Test]
    public void A_database_that_somebody_else_relaxed_is_told()
    {
        _server.Told.Add(["Relaxed", "DELAYED_DURABILITY = FORCED", 0L]);

        var unsaid = Look("{mode: off}");
        var said = Look("{mode: forced}");

        Assert.That(unsaid.Out, Does.Contain(
            "ORC3520: the database of 'Crm' has DELAYED_DURABILITY = FORCED, and nothing in the solution says so"));
        Assert.That(said.Out, Does.Not.Contain("ORC3520"));
        Assert.That(said.Out, Does.Contain("note: Crm has DELAYED_DURABILITY = FORCED already: unless a run that is at "
            + "work did it, it stays so"));
    }

    [Test]
    public void A_target_in_memory_alone_is_told_and_another_such_table_is_nobodys()
    {
        _server.InMemoryAlone.AddRange([["dbo", "customer"], ["dbo", "Other"]]);

        var looked = Look(
            "{mode: off}", what: "source: {schema: dbo, name: Customer}, target: {schema: dbo, name: Customer}");

        Assert.That(looked.Out, Does.Contain(
            "warning ORC3521: 'Crm/nothing' loads a table that does not last: a crash of the server empties "
            + "'dbo.customer', whatever is flushed: it has DURABILITY = SCHEMA_ONLY"));
        Assert.That(looked.Out.Split("ORC3521"), Has.Length.EqualTo(2));
    }

    private Called Look(string durability, string? admin = null, string what = "kind: sql, sql: select 1")
    {
        _folder.Write("solution.yaml", $$"""
            formatVersion: 1
            solution: Durable
            connections:
              - {connection: Crm, platform: SqlServer, connectionString: "${env:CRM}", reloadable: true,
                 delayedDurability: {{durability}} }
              - {connection: Admin, platform: SqlServer, connectionString: "${env:ADMIN}"}
            batches: [{batch: Nightly, projects: [Crm]}]
            projects: [{project: Crm, target: Crm, source: Admin, objects: [{object: nothing, {{what}}}]}]
            """);
        return Called.With(
            _folder.Path, new() { ["CRM"] = _server.ConnectionString, ["ADMIN"] = admin ?? _server.ConnectionString },
            false, "validate", "--online");
    }
}
