using System.Text.Json;
using Orchestrator.Ledger;

namespace Orchestrator.Cli.Tests.Rejects;

/// <summary>`rejects replay`: a run of its own that loads what a package has rejected.</summary>
internal sealed class RejectsReplayTests
{
    private RejectingSolution _solution = null!;

    [SetUp]
    public void Make() => _solution = new RejectingSolution("Sqlite");

    [TearDown]
    public void Remove() => _solution.Dispose();

    [TestCase("Sqlite")]
    [TestCase("PostgreSql")]
    public void Rows_that_were_corrected_are_loaded_by_a_run_with_number_artifacts_and_row_equation(string platform)
    {
        On(platform);
        Call("run", "-s", "invoice");
        _solution.Correct();

        var dry = Call("rejects", "replay", "invoice", "--dry-run");
        var replay = Call("rejects", "replay", "invoice");
        var again = Call("rejects", "replay", "invoice");

        Assert.That((dry.ExitCode, replay.ExitCode, again.ExitCode), Is.EqualTo((0, 0, 0)), replay.Error);
        Assert.That(dry.Out, Does.Contain("Staging/invoice: 2 rejected rows to load again"));
        Assert.That(replay.Out, Does.Contain("2 read = 1 inserted + 1 rejected"), replay.Error);
        Assert.That(_solution.Rows("select \"InvoiceId\" from invoice order by 1"), Is.EqualTo(new[] { "770", "771" }));
        Assert.That(ArtifactsAgainstLedger.AssertEqual(_solution.Folder, 2), Is.EqualTo("SucceededWithWarnings"));
        Assert.That(again.Out, Does.Contain("1 read = 1 rejected"));
        Assert.That(Ledger("select run, name, package_kind, state from nodes where name like '%~rejects' order by run"),
            Is.EqualTo(new[]
            {
                "2 | Staging/invoice~rejects | replay | Succeeded", "3 | Staging/invoice~rejects | replay | Succeeded",
            }));
    }

    [Test]
    public void Behind_a_replay_that_rejected_rows_once_more_comes_a_look_at_them_and_not_the_same_again()
    {
        Call("run", "-s", "invoice");
        _solution.Correct();

        var some = Call("rejects", "replay", "invoice");
        var none = Call("rejects", "replay", "invoice");

        const string next = "next: orchestrator rejects list Staging/invoice --values\n";
        Assert.That(some.Out, Does.EndWith(next), some.Error);
        Assert.That(none.Out, Does.EndWith(next), none.Error);
        Assert.That(Call("rejects", "list", "Staging/invoice", "--values").ExitCode, Is.Zero);
    }

    [Test]
    public void What_status_names_next_of_one_that_is_silent_is_no_retry_and_names_its_environment()
    {
        Directory.CreateDirectory(Path.Combine(_solution.Folder, "environments"));
        File.WriteAllText(Path.Combine(_solution.Folder, "environments", "prod.yaml"), "environment: prod\n");
        Call("run", "-s", "invoice", "--environment", "prod");
        _solution.Correct();
        Call("rejects", "replay", "invoice", "--environment", "prod");

        // In a file a lease counts on the boot that it was taken on.
        var boot = RunOrigin.OfThisProcess().BootId;
        LedgerTables.Execute(_solution.Folder, $"""
            UPDATE runs SET verdict = NULL WHERE run = 2;
            INSERT INTO leases SELECT batch, environment, run, 1, 'h', 'u', 1, 1, '{boot}', '', 1, 2
            FROM runs WHERE run = 2
            """);
        var file = Directory.EnumerateFiles(
            Path.Combine(_solution.Folder, ".orchestrator", "locks"), "*.lock").Single();
        using var held = new FileStream(file, FileMode.Open, FileAccess.ReadWrite, FileShare.None);
        var silent = Call("status");

        const string next = "orchestrator rejects replay Staging/invoice --environment prod";
        Assert.That(silent.Out, Does.Contain("no sign of life").And.Contain(next), silent.Error);
    }

    [TestCase("Sqlite", "Append", "load.rows", Category = "Full")]
    [TestCase("Sqlite", "Append", "replay.marked", Category = "Full")]
    [TestCase("Sqlite", "Append", "load.commit.after")]
    [TestCase("Sqlite", "Append", "ledger.result.before")]
    [TestCase("PostgreSql", "Append", "replay.marked")]
    [TestCase("PostgreSql", "Append", "load.commit.after", Category = "Full")]
    [TestCase("PostgreSql", "TruncateInsert", "load.commit.after")]
    public void Killed_at_any_moment_it_loads_each_row_once_when_it_is_called_again(
        string platform, string pattern, string point)
    {
        RunningCommand.OnLinuxOnly();
        On(platform);
        _solution.Write(pattern);
        Call("run", "-s", "invoice");
        _solution.Correct();

        using (var killed = new RunningCommand(_solution.Folder,
            new Dictionary<string, string>(_solution.Variables) { ["ORCHESTRATOR_TEST_CRASH"] = point },
            "rejects", "replay", "invoice"))
        {
            Assert.That(killed.ExitCode(), Is.EqualTo(137), killed.Said);
        }

        var again = Call("rejects", "replay", "invoice");
        var third = Call("rejects", "replay", "invoice");

        Assert.That((again.ExitCode, third.ExitCode), Is.EqualTo((0, 0)), again.Error);
        Assert.That(_solution.Rows("select \"InvoiceId\" from invoice order by 1"), Is.EqualTo(new[] { "770", "771" }));
        Assert.That(_solution.Rows("select count(*) from {0} where \"ReplayedBy\" is not null"),
            Is.EqualTo(new[] { "1" }));
        Assert.That(Call("run", "-s", "invoice").ExitCode, Is.Zero);
        Assert.That(_solution.Rows("select count(*) from invoice where \"InvoiceId\" = 771"),
            Is.EqualTo(new[] { pattern == "Append" ? "1" : "0" }), "the next load leaves it alone");
    }

    [Test]
    public void What_comes_behind_is_not_led_astray_by_a_replay()
    {
        Call("run");
        _solution.Correct();
        Call("rejects", "replay", "Staging/invoice");

        var retry = Call("retry");
        var named = Call("retry", "2");
        var status = Call("status");
        var fresh = Call("status", "--freshness", "-o", "json");
        var list = Call("rejects", "list");
        _solution.Data("780,new,3\n");
        var next = Call("run", "-s", "invoice");

        Assert.That((retry.ExitCode, named.ExitCode, next.ExitCode), Is.EqualTo((0, 2, 0)), retry.Error + next.Error);
        Assert.That(named.Error, Does.Contain("run 2 loaded what Staging/invoice had rejected").And.Contain(
            "rejects replay Staging/invoice"));
        Assert.That(status.Out, Does.Contain("status 1").And.Not.Contain("status 2"));
        Assert.That(fresh.Out, Does.Contain("Staging/invoice\"").And.Not.Contain("~rejects"));
        Assert.That(list.Out, Does.Contain("Staging/invoice ").And.Not.Contain("~rejects"));
        Assert.That(_solution.Rows("select \"InvoiceId\" from invoice"), Has.Length.EqualTo(3),
            "what was replayed is nobody's to take back");
    }

    [Test]
    public void Of_what_failed_or_was_loaded_anew_nothing_is_taken_and_that_is_said()
    {
        _solution.Write("TruncateInsert");
        Call("run", "-s", "invoice");
        Call("run", "-s", "invoice");
        _solution.Correct();

        var dry = Call("rejects", "replay", "invoice", "--dry-run", "-o", "json");
        var first = Call("rejects", "replay", "invoice", "--run", "1");
        var replay = Call("rejects", "replay", "invoice");

        var attempts = JsonDocument.Parse(dry.Out).RootElement.GetProperty("attempts").EnumerateArray().ToArray();
        Assert.That(attempts.Select(one => one.GetProperty("to_load").GetInt64()), Is.EqualTo(new[] { 0, 2 }));
        Assert.That(attempts[0].GetProperty("left_because").GetString(), Does.Contain("has loaded the whole target"));
        Assert.That((first.ExitCode, first.Error), Is.EqualTo((0, first.Error)));
        Assert.That(first.Out, Does.Contain("no rejected row can be loaded"));
        Assert.That(replay.Out, Does.Contain("2 read = 1 inserted + 1 rejected"), replay.Error);
        Assert.That(_solution.Rows("select \"InvoiceId\" from invoice order by 1"), Is.EqualTo(new[] { "770", "771" }));
    }

    [TestCase("after", "own", "770,ok,1\n771,again,2\n", false)]
    [TestCase("after", "own", "772,bad,x\n", false)]
    [TestCase("after", "load", "770,ok,1\n771,again,2\n", true)]
    [TestCase("before", "own", "770,ok,1\n771,again,2\n", true)]
    public void A_load_whose_rows_stay_though_its_hook_has_failed_has_read_them_again(
        string when, string transaction, string rows, bool isLeft)
    {
        _solution.Write("TruncateInsert");
        Call("run", "-s", "invoice");
        _solution.Correct();
        _solution.Data(rows);
        _solution.Write("TruncateInsert",
            $"{{hook: bad, when: {when}, transaction: {transaction}, sql: insert into nothing values (1)}}");
        Assert.That(Call("run", "-s", "invoice").ExitCode, Is.EqualTo(1));
        var before = _solution.Rows("select count(*) from invoice");

        var replay = Call("rejects", "replay", "invoice", "--run", "1");

        Assert.That(replay.ExitCode, Is.Zero, replay.Error);
        Assert.That(replay.Out.Contains("no rejected row can be loaded"), Is.Not.EqualTo(isLeft), replay.Out);
        Assert.That(
            _solution.Rows("select count(*) from invoice"), isLeft ? Is.Not.EqualTo(before) : Is.EqualTo(before));
    }

    [Test]
    public void A_package_whose_hook_reads_a_value_of_the_run_is_replayed_without_it()
    {
        var solution = Path.Combine(_solution.Folder, "solution.yaml");
        File.WriteAllText(solution, File.ReadAllText(solution).Replace("connections:",
            "variables: [{variable: Cutoff, dataType: int, scope: run}]\nconnections:", StringComparison.Ordinal));
        File.WriteAllText(Path.Combine(_solution.Folder, "projects", "Staging", "objects", "cutoff.yaml"),
            "object: cutoff\nkind: sql\nsql: select 1 as N\nsets: {Cutoff: N}\n");
        _solution.Write("Append", "{hook: h, when: before, transaction: own, sql: select @Cutoff}");
        var run = Call("run", "-s", "invoice", "-s", "cutoff");
        _solution.Correct();

        var replay = Call("rejects", "replay", "invoice");

        Assert.That((run.ExitCode, replay.ExitCode), Is.EqualTo((0, 0)), run.Error + replay.Error);
        Assert.That(replay.Out, Does.Contain("2 read = 1 inserted + 1 rejected"));
    }

    [TestCase("rejects replay", "which package?")]
    [TestCase("rejects replay nonsuch", "there is no package 'nonsuch'")]
    [TestCase("rejects replay customer", "has not run yet")]
    [TestCase("rejects replay invoice --values", "--values: `rejects replay` loads rows")]
    [TestCase("rejects list --dry-run", "--dry-run: `rejects list` changes nothing")]
    [TestCase("rejects replay invoice_check", "of kind check, which rejects no rows")]
    public void What_cannot_be_replayed_is_refused_with_what_to_do(string line, string expected)
    {
        if (line.EndsWith("check", StringComparison.Ordinal))
        {
            Call("run");
        }

        var called = Call(line.Split(' '));

        Assert.That(called.ExitCode, Is.EqualTo(2), called.Out);
        Assert.That(called.Error, Does.Contain(expected));
    }

    [Test]
    public void A_range_is_not_replayed_because_another_one_may_stand_in_its_place()
    {
        _solution.Write("ReplaceRange, range: {column: InvoiceId, from: \"700\", to: \"799\"}");
        Call("run", "-s", "invoice");

        var called = Call("rejects", "replay", "invoice");

        Assert.That(called.ExitCode, Is.EqualTo(2));
        Assert.That(called.Error, Does.Contain("ORC3447").And.Contain("run -s Staging/invoice"));
    }

    private Called Call(params string[] arguments) => _solution.Call(arguments);

    private List<string> Ledger(string sql) => LedgerTables.Rows(_solution.Folder, sql);

    private void On(string platform)
    {
        _solution.Dispose();
        _solution = new RejectingSolution(platform);
    }

    [TestCase("Sqlite")]
    [TestCase("PostgreSql")]
    public void What_was_replayed_is_in_the_list_of_what_was_rejected(string platform)
    {
        On(platform);
        Call("run", "-s", "invoice");
        _solution.Correct();
        Call("rejects", "replay", "invoice");

        var list = Call("rejects", "list");
        var json = JsonDocument.Parse(Call("rejects", "list", "invoice", "-o", "json").Out).RootElement;

        Assert.That(list.Out.Split('\n')[0], Does.Match("rejected +replayed +kept in"));
        Assert.That(list.Out.Split('\n')[1], Does.Match(" 2 +1 +Staging: "));
        Assert.That(json.GetProperty("rejects")[0].GetProperty("replayed").GetInt64(), Is.EqualTo(1));
    }

    [Test]
    public void A_replay_into_a_table_that_is_another_one_does_not_advise_to_drop_it()
    {
        Call("run", "-s", "invoice");
        _solution.Correct();
        _solution.Execute("ALTER TABLE invoice ADD COLUMN more TEXT");

        var replay = Call("rejects", "replay", "invoice");

        Assert.That(replay.ExitCode, Is.EqualTo(1), replay.Error);
        Assert.That(replay.Error, Does.Contain("ORC3401").And.Contain("Do not drop it")
            .And.Contain("next: orchestrator rejects replay Staging/invoice").And.Not.Contain("retry"));
    }
}
