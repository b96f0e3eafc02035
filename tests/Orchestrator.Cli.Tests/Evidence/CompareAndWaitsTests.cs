using System.Text.Json;

namespace Orchestrator.Cli.Tests.Evidence;

/// <summary>Two runs whose evidence a test writes into the ledger, as a server would have given it.</summary>
internal sealed class CompareAndWaitsTests
{
    private static readonly string[] Tables =
        ["attempt_waits", "attempt_evidence", "run_waits", "run_samples", "run_evidence"];

    private SmallSolution _solution = null!;

    [SetUp]
    public void RunTwice()
    {
        _solution = new SmallSolution();
        Assert.That((_solution.Call("run").ExitCode, _solution.Call("run").ExitCode), Is.EqualTo((0, 0)));
        foreach (var table in Tables)
        {
            Write($"DELETE FROM {table}");
        }

        Write("UPDATE runs SET started_at = 1000000000, ended_at = 1000000000 + 8460000000 WHERE run = 1");
        Write("UPDATE runs SET started_at = 9000000000000, ended_at = 9000000000000 + 3540000000 WHERE run = 2");
        Write("UPDATE attempts SET working = CASE run WHEN 1 THEN 166000000 ELSE 72000000 END");
        Database(1, commits: 59_220_000, flushes: 21_000_000, log: 60_000, other: 3_000);
        Database(2, commits: 44_250_000, flushes: 21_000, log: 3, other: 2_000);
        Write("INSERT INTO attempt_evidence SELECT attempt, 1000, NULL, NULL, "
            + "CASE run WHEN 1 THEN 94000000 END, '', '' FROM attempts");
    }

    [TearDown]
    public void Remove() => _solution.Dispose();

    [Test]
    public void Compare_opens_with_at_most_ten_rows_that_tell_whether_it_paid()
    {
        var called = _solution.Call("compare", "1", "2");

        Assert.That(called.ExitCode, Is.Zero, called.Error);
        var lines = called.Out.Split('\n');
        var first = lines.TakeWhile(line => line.Length > 0).ToArray();
        Assert.That(first, Has.Length.EqualTo(1 + 10), "heads and rows");
        Assert.That(Cells(first, "duration"), Is.EqualTo("2:21:00 h|59:00 min|2.39 × faster"));
        Assert.That(Cells(first, "transactions/s"), Is.EqualTo("7,000|12,500|1.79 × more"));
        Assert.That(Cells(first, "log flushes"), Is.EqualTo("21,000,000|21,000|1,000 × less"));
        Assert.That(Cells(first, "waits for the log"), Is.EqualTo("16:40:00 h|3.0 s|20,000 × less"));
        Assert.That(Cells(first, "top wait before"),
            Is.EqualTo("16:40:00 h, place 1|3.0 s, place 2|LWLock:WALWrite (log write)"));
        Assert.That(Cells(first, "top wait after"),
            Is.EqualTo("50:00 min, place 2|33:20 min, place 1|Client:ClientRead (network)"));
        Assert.That(lines.SkipWhile(line => line.Length > 0).ElementAt(2), Does.Contain("2.31 × faster"));
    }

    [Test]
    public void A_run_that_was_killed_lasted_until_it_was_last_heard_of()
    {
        Write("UPDATE runs SET verdict = NULL, ended_at = NULL WHERE run = 2");
        Write("UPDATE transitions SET at = 9000000000000 + 60000000 WHERE run = 2");

        var called = _solution.Call("waits", "2");

        Assert.That(called.Out, Does.StartWith("run 2  Nightly in default, 1:00 min"), called.Error);
    }

    [Test]
    public void Runs_that_are_one_or_of_two_environments_are_said_to_be_so()
    {
        Write("UPDATE runs SET environment = 'prod' WHERE run = 2");

        Assert.That(_solution.Call("compare", "1", "1").Error, Is.EqualTo("run 1 is compared with itself\n"));
        Assert.That(_solution.Call("compare", "1", "2").Error,
            Is.EqualTo("run 1 was in the environment default, run 2 in prod\n"));
    }

    [Test]
    public void Work_is_no_wait_however_long_it_took()
    {
        Write("INSERT INTO run_waits SELECT run, 'Staging', 'CPU', 'Cpu', 90000000000, 100, 1 FROM runs");

        var first = _solution.Call("compare", "1", "2").Out.Split('\n');

        Assert.That(Cells(first, "top wait before"),
            Is.EqualTo("16:40:00 h, place 1|3.0 s, place 2|LWLock:WALWrite (log write)"));
        Assert.That(Cells(first, "top wait after"), Does.EndWith("|Client:ClientRead (network)"));
    }

    [Test]
    public void The_packages_that_changed_most_come_first()
    {
        Write("UPDATE attempts SET working = 900000000 WHERE run = 1 AND attempt = "
            + "(SELECT max(attempt) FROM attempts WHERE run = 1)");
        var name = LedgerTables.Rows(_solution.Folder, "SELECT n.name FROM attempts a JOIN nodes n ON n.run = a.run "
            + "AND n.node = a.node WHERE a.run = 1 ORDER BY attempt DESC LIMIT 1").Single();

        var packages = _solution.Call("compare", "1", "2").Out.Split('\n').SkipWhile(line => line.Length > 0).ToArray();

        Assert.That(packages[2], Does.StartWith(name).And.Contain("12.50 × faster"));
    }

    [Test]
    public void The_document_has_the_figures_and_null_for_what_is_not_known()
    {
        using var json = JsonDocument.Parse(_solution.Call("compare", "1", "2", "-o", "json").Out);

        var root = json.RootElement;
        Assert.That(root.GetProperty("duration_ratio").GetDouble(), Is.EqualTo(141.0 / 59).Within(1e-9));
        Assert.That(root.GetProperty("runs")[1].GetProperty("log_flushes").GetInt64(), Is.EqualTo(21_000));
        var package = root.GetProperty("packages")[0];
        Assert.That(package.GetProperty("before").GetProperty("log_seconds").GetDouble(), Is.EqualTo(94));
        Assert.That(package.GetProperty("after").TryGetProperty("log_seconds", out _), Is.False);
    }

    [Test]
    public void Waits_shows_databases_and_packages_and_what_looking_has_cost()
    {
        var called = _solution.Call("waits", "1");

        Assert.That(called.ExitCode, Is.Zero, called.Error);
        Assert.That(called.Out, Does.Contain(
            "Staging (PostgreSQL)  59,220,000 transactions (7,000/s), 21,000,000 log flushes, "
            + "not available bytes of log"));
        Assert.That(called.Out, Does.Match(@"LWLock:WALWrite +log write +16:40:00 h +95 % +100"));
        Assert.That(called.Out, Does.Contain("looked at 1,000 times, which cost 8.5 s, 0.10 % of the run"));
        Assert.That(called.Out, Does.Match(@"2:46 min +1,000 +1:34 min +94\.0 ms"));
        Assert.That(called.Out, Does.Contain("Staging: log bytes: not available: needs a test"));
    }

    [Test]
    public void What_was_meant_to_be_relaxed_and_was_not_changed_is_not_said_to_be_relaxed()
    {
        Write(LedgerTables.Scope(run: 1, "Staging", "Closed", changed: "NULL"));
        Write(LedgerTables.Scope(run: 2, "Staging", "Closed", changed: "2"));

        var compared = _solution.Call("compare", "1", "2").Out.Split('\n');

        Assert.That(Cells(compared, "relaxed"), Is.EqualTo("no|Staging"));
    }

    [Test]
    public void A_sum_of_which_a_part_is_not_known_is_not_known()
    {
        Write("INSERT INTO run_evidence VALUES (1, 'Other', 'PostgreSQL', 1, 2, 1, 0, 0, 1, NULL, '')");
        Write("INSERT INTO run_samples (run, connection, taken_at, commits) VALUES (1, 'Other', 1, 0)");

        var compared = _solution.Call("compare", "1", "2").Out.Split('\n');

        Assert.That(Cells(compared, "log flushes"), Is.EqualTo("not available|21,000"));
    }

    [Test]
    public void Where_nothing_is_known_it_says_so_and_never_zero()
    {
        foreach (var table in Tables)
        {
            Write($"DELETE FROM {table}");
        }

        var compared = _solution.Call("compare", "1", "2").Out.Split('\n');

        Assert.That(Cells(compared, "transactions/s"), Is.EqualTo("not available|not available"));
        Assert.That(Cells(compared, "top wait before"), Is.EqualTo("not available|not available"));
        Assert.That(_solution.Call("waits").Out, Does.Contain("no package of the run has left evidence"));
    }

    [Test]
    public void Both_work_from_the_ledger_alone_and_without_a_run_they_are_refused()
    {
        _solution.Write("solution.yaml", "{ broken");
        Assert.That((_solution.Call("waits").ExitCode, _solution.Call("compare").ExitCode), Is.EqualTo((0, 0)));
        using var fresh = new SmallSolution();
        Assert.That((fresh.Call("waits").ExitCode, fresh.Call("compare").ExitCode), Is.EqualTo((2, 2)));
        Assert.That(_solution.Call("compare", "1", "7").Error, Does.Contain("no run '7'"));
    }

    private static string Cells(string[] lines, string name)
    {
        var line = lines.First(one => one.StartsWith(name + "  ", StringComparison.Ordinal));
        return string.Join('|', line[name.Length..].Split("  ").Select(cell => cell.Trim())
            .Where(cell => cell.Length > 0));
    }

    private void Database(int run, long commits, long flushes, int log, int other)
    {
        Write($"INSERT INTO run_evidence VALUES ({run}, 'Staging', 'PostgreSQL', 1, 2, 1000, 8000000, 460000, 1, NULL, "
            + "'log bytes: not available: needs a test')");
        Write("INSERT INTO run_samples (run, connection, taken_at, commits, flushes) "
            + $"VALUES ({run}, 'Staging', 1, 0, 0), ({run}, 'Staging', 2, {commits}, {flushes})");
        Write($"INSERT INTO run_waits VALUES ({run}, 'Staging', 'LWLock:WALWrite', 'LogWrite', {log}000000, 100, 1), "
            + $"({run}, 'Staging', 'Client:ClientRead', 'Network', {other}000000, 50, 1)");
    }

    private void Write(string sql) => LedgerTables.Execute(_solution.Folder, sql);
}
