using System.Text.Json;

namespace Orchestrator.Faults.Tests.Durability;

/// <summary>`durability status` and `restore` of a PostgreSQL database that a run has relaxed.</summary>
[Parallelizable(ParallelScope.Self)] // They mostly wait for processes.
internal sealed class DurabilityVerbTests
{
    private const string Crash = "durability.work.after";

    private RelaxedPlace _place = null!;
    private CrashNight _night = null!;

    [SetUp]
    public void Make()
    {
        _place = RelaxedPlace.Of(Relaxable.PostgreSqlDatabase);
        _place.Setting = "local";
        _night = new CrashNight(_place);
    }

    [TearDown]
    public void Remove()
    {
        _night.Dispose();
        _place.Dispose();
    }

    [Test]
    public void What_a_dead_run_left_is_shown_and_put_back_once()
    {
        _night.Run(Crash);

        var status = Called("status");
        var json = JsonDocument.Parse(Called("status", "-o", "json").Said).RootElement.GetProperty("databases")[0];
        var dry = Called("restore", "--dry-run");
        var before = _place.Setting;
        var restored = Called("restore", "Target");
        var after = Called("status");
        var again = Called("restore");

        Assert.That(status.Said, Does.Match("Target +off +local +off +1 .*relaxed, its run is over"));
        Assert.That(status.Said, Does.Match(@"\nnext: .* durability restore\n"));
        Assert.That(after.Said, Does.Not.Contain("next:"));
        Assert.That((json.GetProperty("now").GetString(), json.GetProperty("is_at_work").GetBoolean(),
            json.GetProperty("scope").GetProperty("found").GetString()), Is.EqualTo(("off", false, "local")));
        Assert.That((dry.ExitCode, before), Is.EqualTo((0, "off")));
        Assert.That(dry.Said, Does.Contain("would put back the durability of Target"));
        Assert.That((restored.ExitCode, _place.Setting), Is.EqualTo((0, "local")), restored.Said);
        Assert.That(restored.Said, Does.Contain("is put back: restored"));
        Assert.That(after.Said, Does.Match("Target +local +local +off +1 .*put back"));
        Assert.That(again.Said.Trim(), Is.EqualTo("nothing is to be put back"));
    }

    [Test]
    public void What_a_living_run_holds_is_not_touched_and_exits_with_3()
    {
        _night.MakePipe("c.csv");
        using var run = _night.StartRelaxed("One", open: 1);

        var restored = Called("restore");
        var status = Called("status");

        Assert.That((restored.ExitCode, _place.Setting), Is.EqualTo((3, "off")), restored.Said);
        Assert.That(restored.Said, Does.Contain("run 1 is at work"));
        Assert.That((status.ExitCode, status.Said), Is.EqualTo((0, status.Said)));
        Assert.That(status.Said, Does.Contain("relaxed, at work"));
        _night.Fill("c.csv");
        run.WaitForExit();
        Assert.That((run.ExitCode, _place.Setting), Is.EqualTo((0, "local")));
    }

    [Test]
    public void A_database_that_cannot_be_reached_is_shown_without_its_setting_and_stays_open()
    {
        _night.Run(Crash);
        _night.Replace($"Port={Orchestrator.PostgresCluster.Server.Cluster.Port}", "Port=1");

        var status = Called("status");
        var restored = Called("restore");

        Assert.That(status.ExitCode, Is.Zero);
        Assert.That(status.Said, Does.Match(@"Target +\? +local +off +1 "));
        Assert.That(restored.ExitCode, Is.EqualTo(1), restored.Said);
        Assert.That(restored.Said, Does.Contain("ORC4010"));
        Assert.That(_night.OpenScopes(), Has.Count.EqualTo(1));
    }

    [Test]
    public void A_connection_that_leads_to_a_file_now_leaves_the_database_open_and_says_so()
    {
        _night.Run(Crash);
        _night.Replace(_place.Connection(_night.Folder), "{connection: Target, platform: Sqlite}");

        var status = Called("status");
        var restored = Called("restore");

        Assert.That((status.ExitCode, restored.ExitCode), Is.EqualTo((0, 1)), restored.Said);
        Assert.That(status.Said, Does.Contain("no such database behind 'Target'"));
        Assert.That(restored.Said, Does.Contain("ORC4010").And.Contain("nor another one leads to"));
        Assert.That(_night.OpenScopes(), Has.Count.EqualTo(1));
    }

    [Test]
    public void What_a_ledger_that_is_gone_has_left_is_put_back_by_what_the_database_tells()
    {
        _night.Run(Crash);
        _night.DeleteLedger();

        var status = Called("status");
        var restored = Called("restore");

        Assert.That(status.Said, Does.Contain("the database itself names run 1 of ledger"));
        Assert.That((restored.ExitCode, _place.Setting), Is.EqualTo((0, "local")), restored.Said);
    }

    [Test]
    public void A_wrong_call_is_refused_with_what_was_meant()
    {
        var action = Called("restor");
        var connection = Called("restore", "Tarjet");
        var none = Called("status", "--environment", "prod");
        Directory.CreateDirectory(Path.Combine(_night.Folder, "environments"));
        File.WriteAllText(Path.Combine(_night.Folder, "environments", "prod.yaml"), "environment: prod\n");
        var environment = Called("restore", "--environment", "prd");

        Assert.That((action.ExitCode, connection.ExitCode, none.ExitCode, environment.ExitCode),
            Is.EqualTo((2, 2, 2, 2)));
        Assert.That(none.Said, Does.Contain("the environment 'prod' is not known: its file does not exist"));
        Assert.That(environment.Said, Does.Contain("did you mean 'prod'?"));
        Assert.That(Called("status", "--environment", "prod").ExitCode, Is.Zero);
        Assert.That(action.Said, Does.Contain("did you mean 'restore'?"));
        Assert.That(connection.Said, Does.Contain("did you mean 'Target'?"));
    }

    [Test]
    public void A_second_connection_to_that_database_which_is_not_relaxed_keeps_it_durable()
    {
        var text = _place.Connection(_night.Folder);
        var durable = text.Replace("connection: Target", "connection: Also")
            .Replace(", delayedDurability: {mode: forced, scope: database}", "");
        _night.Replace(text, $"{text}\n  - {durable}");
        _night.Replace("projects: [Night]", "projects: [Night, Second]");
        _night.Replace("project: Second\n    source: Files\n    target: Target", "project: Second\n    source: Files\n"
            + "    target: Also");
        File.WriteAllText(Path.Combine(_night.Folder, "in", "d.csv"), "id,name\n1,Ann\n");

        var run = _night.Run();

        Assert.That(run.ExitCode, Is.Zero, run.Said);
        Assert.That(run.Said, Does.Contain("Target stays durable: the connection 'Also' leads to the same database"));
        Assert.That(_night.Scopes().Single().State, Is.EqualTo(Core.Durability.ScopeState.Refused));
    }

    private (int ExitCode, string Said) Called(params string[] arguments) =>
        _night.Call("", ["durability", .. arguments]);
}
