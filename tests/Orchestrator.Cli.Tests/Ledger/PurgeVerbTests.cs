namespace Orchestrator.Cli.Tests.Ledger;

internal sealed class PurgeVerbTests
{
    private SmallSolution _solution = null!;

    [SetUp]
    public void Make()
    {
        _solution = new SmallSolution();
        _solution.Call("run", "-q");
        _solution.Call("run", "-q");
        _solution.Call("run", "-q");
    }

    [TearDown]
    public void Remove() => _solution.Dispose();

    [Test]
    public void Old_runs_go_with_their_folders_once_somebody_agreed_and_the_newest_stays()
    {
        var asked = _solution.Call("purge", "--older-than", "0d");
        var dry = _solution.Call("purge", "--older-than", "0d", "--dry-run");
        var before = Folders();
        var purged = _solution.Call("purge", "--older-than", "0d", "--yes");
        var status = _solution.Call("ledger", "status");

        Assert.That((asked.ExitCode, dry.ExitCode, purged.ExitCode), Is.EqualTo((2, 0, 0)), purged.Error);
        Assert.That(asked.Error, Does.Contain("not confirmed: environment default: removes 2 runs of the ledger")
            .And.Contain("1 to 2"));
        Assert.That(dry.Out, Does.Contain("would do in environment default: removes 2 runs"));
        Assert.That(before, Is.EqualTo(new[] { "1", "2", "3" }));
        Assert.That(purged.Out, Does.Contain("purged 2 runs"));
        Assert.That(Folders(), Is.EqualTo(new[] { "3" }));
        Assert.That(status.Out, Does.Contain("runs         1"));
        Assert.That(_solution.Call("status", "2").ExitCode, Is.EqualTo(2));
        Assert.That(_solution.Call("run").Out, Does.Contain("run 4 of"));
    }

    [Test]
    public void Without_more_retention_decides()
    {
        var kept = _solution.Call("purge", "--yes");
        _solution.Write("solution.yaml", File.ReadAllText(Path.Combine(_solution.Folder, "solution.yaml"))
            .Replace("solution: shop\n", "solution: shop\nsettings: {retention: {runs: 1ms, events: 1ms}}\n"));
        var purged = _solution.Call("purge", "--yes", "-o", "json");

        Assert.That(kept.Out, Does.StartWith("nothing is to be purged: no run ended before"), kept.Error);
        Assert.That(purged.Out, Does.Contain("\"is_done\": true").And.Contain("\"events\": ["), purged.Error);
        Assert.That(Folders(), Is.EqualTo(new[] { "3" }));
    }

    [Test]
    public void What_services_have_recorded_goes_with_the_runs_and_is_counted()
    {
        _solution.Call("tokens", "create", "ann");
        _solution.Call("tokens", "revoke", "ann");

        var dry = _solution.Call("purge", "--older-than", "0d", "--dry-run");
        var document = _solution.Call("purge", "--older-than", "0d", "--dry-run", "-o", "json");
        var purged = _solution.Call("purge", "--older-than", "0d", "--yes");

        const string Counted = "0 firings, 2 entries of the audit log and 0 other rows of services";
        Assert.That(dry.Out, Does.Contain(Counted), dry.Error);
        Assert.That(document.Out, Does.Contain("\"audit_entries\": 2"));
        Assert.That(purged.Out, Does.Contain(Counted), purged.Error);
        Assert.That(LedgerTables.Rows(_solution.Folder, "select count(*) from audit"), Is.EqualTo(new[] { "0" }));
        Assert.That(LedgerTables.Rows(_solution.Folder, "select count(*) from tokens"), Is.EqualTo(new[] { "1" }));
    }

    [Test]
    public void What_is_left_of_a_run_without_its_events_is_shown()
    {
        _solution.Call("purge", "--older-than", "0d", "--yes");

        foreach (var verb in (string[])["status", "logs", "waits", "report", "history"])
        {
            var shown = verb is "history" ? _solution.Call(verb) : _solution.Call(verb, "latest");
            Assert.That(shown.ExitCode, Is.Zero, $"{verb}: {shown.Error}");
        }
    }

    [TestCase("Sqlite")]
    [TestCase("PostgreSql")]
    public void Old_rejected_rows_go_and_those_of_attempts_that_are_at_work_or_young_stay(string platform)
    {
        using var rejecting = new RejectingSolution(platform);
        foreach (var _ in Enumerable.Range(1, 4))
        {
            rejecting.Call("run", "-s", "invoice");
        }

        // The first two are old, but one of them is at work; the fourth is young.
        LedgerTables.Execute(rejecting.Folder, "UPDATE attempts SET started_at = 1, ended_at = 2 WHERE attempt <= 3");
        LedgerTables.Execute(rejecting.Folder, "UPDATE attempts SET ended_at = NULL WHERE attempt = 2");
        var dry = rejecting.Call("purge", "--dry-run");
        var asked = rejecting.Call("purge");
        var before = rejecting.Rows("select \"Attempt\" from {0} order by 1");
        var purged = rejecting.Call("purge", "--yes", "-o", "json");
        var again = rejecting.Call("purge", "--yes");

        Assert.That((dry.ExitCode, asked.ExitCode, purged.ExitCode, again.ExitCode), Is.EqualTo((0, 2, 0, 0)),
            purged.Error);
        Assert.That(dry.Out, Does.Match("removes 4 rejected rows from Staging: err[._]invoice"));
        Assert.That(before, Is.EqualTo(new[] { "1", "1", "2", "2", "3", "3", "4", "4" }));
        Assert.That(rejecting.Rows("select \"Attempt\" from {0} order by 1"),
            Is.EqualTo(new[] { "2", "2", "4", "4" }));
        Assert.That(purged.Out, Does.Contain("\"rows\": 4"));
        Assert.That(again.Out, Does.StartWith("nothing is to be purged"));
    }

    [Test]
    public void Rejected_rows_are_kept_as_long_as_retention_says_and_a_table_of_somebody_else_is_left_alone()
    {
        using var rejecting = new RejectingSolution("Sqlite");
        rejecting.Call("run", "-s", "invoice");
        LedgerTables.Execute(rejecting.Folder, "UPDATE attempts SET started_at = started_at - 60000000");
        rejecting.Retain("2m");
        var kept = rejecting.Call("purge", "--yes");
        rejecting.Retain("1s");
        rejecting.Execute("ALTER TABLE {0} ADD \"Mine\" TEXT");
        var other = rejecting.Call("purge", "--yes");
        rejecting.Execute("ALTER TABLE {0} DROP COLUMN \"Mine\"");
        LedgerTables.Execute(rejecting.Folder, "UPDATE attempts SET ended_at = ended_at - 50000000");
        var purged = rejecting.Call("purge", "--yes");

        Assert.That(kept.Out + other.Out, Does.Not.Contain("rejected rows"));
        Assert.That(purged.Out, Does.Contain("purged 0 runs, 2 rejected rows"), purged.Error);
        Assert.That(rejecting.Rows("select 1 from {0}"), Is.Empty);
    }

    [TestCase("soon", "a time like 90d or 36h")]
    [TestCase("2999-01-31", "to be in the past")]
    [TestCase("99999d", "a time like 90d")]
    public void A_time_that_is_none_is_refused(string time, string said)
    {
        var refused = _solution.Call("purge", "--older-than", time, "--yes");

        Assert.That((refused.ExitCode, refused.Out), Is.EqualTo((2, "")));
        Assert.That(refused.Error, Does.Contain(said));
        Assert.That(Folders(), Has.Length.EqualTo(3));
    }

    private string[] Folders() =>
    [
        .. Directory.GetDirectories(Path.Combine(_solution.Folder, ".orchestrator", "runs"))
            .Select(path => Path.GetFileName(path)!).Order(StringComparer.Ordinal),
    ];
}
