using System.Text.Json;

namespace Orchestrator.Cli.Tests.Run.Retry;

/// <summary>A run that continues another one does what that one has not done, and nothing else.</summary>
internal sealed class RetryTests
{
    private RetryNight _night = null!;

    [SetUp]
    public void Make() => _night = new RetryNight();

    [TearDown]
    public void Remove() => _night.Dispose();

    [Test]
    public void What_failed_runs_again_with_what_reads_it_and_the_rest_is_done_in_the_run_before()
    {
        _night.Bad("invoice");
        var run = _night.Call("run");
        _night.Good("invoice");

        var retry = _night.Call("retry");

        Assert.That((run.ExitCode, retry.ExitCode), Is.EqualTo((1, 0)), retry.Error);
        Assert.That(_night.In(2, "Succeeded"),
            Is.EqualTo(new[] { "Early/invoice", "Later/customer", "Later/invoice", "Later/product" }));
        Assert.That(_night.Ledger("select name, why from nodes where run = 2 and state = 'Done' and kind = 'Package'"),
            Is.EqualTo(new[] { "Early/customer | done in run 1", "Early/product | done in run 1" }));
        Assert.That(_night.Ledger("select continues from runs where run = 2"), Is.EqualTo(new[] { "1" }));
        Assert.That(_night.Ids("Mart.db", "invoice"), Is.EqualTo(new[] { "1", "2" }));
        Assert.That(retry.Error, Does.Contain("continues run 1  2 packages done, 4 to run"));
        Assert.That(retry.Out, Does.Contain("4 ok, 0 failed, 0 blocked, 2 not run"));
        Assert.That(ArtifactsAgainstLedger.AssertEqual(_night.Folder, 2), Is.EqualTo("Succeeded"));
    }

    [Test]
    public void With_nothing_to_do_it_ends_at_once_and_no_run_is_recorded()
    {
        _night.Call("run", "-q");

        var retry = _night.Call("retry");

        Assert.That((retry.ExitCode, retry.Out), Is.EqualTo((0, "nothing to do: all 6 packages of run 1 are done\n")));
        Assert.That(_night.Ledger("select count(*) from runs"), Is.EqualTo(new[] { "1" }));
    }

    [Test]
    public void Where_nothing_has_run_there_is_nothing_to_continue()
    {
        var retry = _night.Call("retry");

        Assert.That(retry.ExitCode, Is.EqualTo(2));
        Assert.That(retry.Error, Does.Contain("nothing has run yet"));
    }

    [Test]
    public void Ten_retries_with_other_flags_carry_on_what_each_before_has_done()
    {
        foreach (var table in RetryNight.Tables)
        {
            _night.Bad(table);
        }

        _night.Call("run", "-q");
        string[][] flags =
        [
            ["--max-concurrency", "1"], ["-x"], ["--grace", "5s"], ["-s", "Early/customer"],
            ["--exclude", "project:Later"], ["-s", "Early/customer+"], ["--max-concurrency", "3"], ["-s", "*/product"],
            [], ["-x", "--max-concurrency", "2"],
        ];
        for (var i = 0; i < flags.Length; i++)
        {
            if (i is 3 or 6 or 8)
            {
                _night.Good(i == 3 ? "customer" : i == 6 ? "invoice" : "product");
            }

            var retry = _night.Call(["retry", "-q", .. flags[i]]);
            Assert.That(retry.ExitCode, Is.Not.EqualTo(2).And.Not.EqualTo(5), retry.Error);
        }

        Assert.That(_night.Ledger("select count(*) from runs"), Is.EqualTo(new[] { "10" }), "the last had no work");
        Assert.That(_night.Ledger("select name, count(*) from nodes n join attempts a on a.run = n.run "
            + "and a.node = n.node where a.state = 'Succeeded' group by name order by name"), Is.EqualTo(new[]
            {
                "Early/customer | 1", "Early/invoice | 1", "Early/product | 1",
                "Later/customer | 1", "Later/invoice | 1", "Later/product | 1",
            }));
        Assert.That(_night.Ledger("select run from runs where run > 1 and continues is not run - 1"), Is.Empty);
    }

    [Test]
    public void What_was_left_out_of_a_retry_is_left_for_the_next_one()
    {
        _night.Bad("customer");
        _night.Bad("invoice");
        _night.Call("run", "-q");
        _night.Good("customer");
        _night.Good("invoice");

        var one = _night.Call("retry", "-s", "Early/customer");
        var rest = _night.Call("retry");

        Assert.That((one.ExitCode, rest.ExitCode), Is.EqualTo((0, 0)), one.Error + rest.Error);
        Assert.That(one.Error, Does.Contain("1 to run, 4 left for another retry"));
        Assert.That(one.Out, Does.Contain("next: orchestrator retry 2"));
        Assert.That(_night.In(2, "Succeeded"), Is.EqualTo(new[] { "Early/customer" }));
        Assert.That(_night.In(3, "Succeeded"),
            Is.EqualTo(new[] { "Early/invoice", "Later/customer", "Later/invoice", "Later/product" }));
    }

    [Test]
    public void What_has_run_beside_what_was_left_out_is_not_run_again_by_the_same_retry()
    {
        _night.Call("run", "-q");
        _night.Bad("invoice");
        _night.Call("run", "-q");

        var rest = _night.Call("retry", "--exclude", "Early/invoice");
        var again = _night.Call("retry", "--exclude", "Early/invoice");
        _night.Good("invoice");
        var all = _night.Call("retry");

        Assert.That((rest.ExitCode, again.ExitCode, all.ExitCode), Is.EqualTo((0, 0, 0)), rest.Error + all.Error);
        Assert.That(_night.In(3, "Succeeded"),
            Is.EqualTo(new[] { "Later/customer", "Later/invoice", "Later/product" }));
        Assert.That(again.Out, Does.StartWith(
            "nothing to do among what is selected; 2 packages of run 3 are still to run"));
        Assert.That(_night.In(4, "Succeeded"), Is.EqualTo(new[] { "Early/invoice", "Later/invoice" }));
    }

    [Test]
    public void What_the_first_run_was_not_asked_for_no_retry_runs()
    {
        _night.Bad("invoice");
        _night.Call("run", "-q", "-s", "*/invoice");
        _night.Good("invoice");

        var retry = _night.Call("retry");

        Assert.That(retry.ExitCode, Is.Zero, retry.Error);
        Assert.That(_night.In(2, "Succeeded"), Is.EqualTo(new[] { "Early/invoice", "Later/invoice" }));
        Assert.That(
            _night.Ledger("select distinct why from nodes where run = 2 and state = 'Done' and kind = 'Package'"),
            Is.EqualTo(new[] { "not selected in run 1" }));
        Assert.That(_night.Call("retry").Out, Does.StartWith("nothing to do"));
    }

    [Test]
    public void Named_by_a_number_a_run_is_continued_where_its_own_retries_ended()
    {
        _night.Bad("invoice");
        _night.Call("run", "-q");
        _night.Call("retry", "-q");
        _night.Good("invoice");

        var retry = _night.Call("retry", "1");

        Assert.That(retry.ExitCode, Is.Zero, retry.Error);
        Assert.That(retry.Error, Does.Contain("run 1 was continued by run 2, which is continued here"));
        Assert.That(_night.Ledger("select continues from runs where run = 3"), Is.EqualTo(new[] { "2" }));
    }

    [Test]
    public void A_run_behind_which_another_night_was_loaded_is_continued_only_by_who_says_so()
    {
        _night.Bad("invoice");
        _night.Call("run", "-q");
        _night.Good("invoice");
        _night.Call("run", "-q");

        var asked = _night.Call("retry", "1");
        var said = _night.Call("retry", "1", "--yes");

        Assert.That(asked.ExitCode, Is.EqualTo(2));
        Assert.That(asked.Error, Does.Contain("run 2 of Nightly has run since"));
        Assert.That(said.ExitCode, Is.Zero, said.Error);
        Assert.That(_night.Ledger("select continues from runs where run = 3"), Is.EqualTo(new[] { "1" }));
    }

    [Test]
    public void A_run_that_has_left_nothing_is_asked_nothing_of_though_another_night_was_loaded_behind_it()
    {
        _night.Call("run", "-q");
        _night.Call("run", "-q");

        var retry = _night.Call("retry", "1");

        Assert.That(
            (retry.ExitCode, retry.Out), Is.EqualTo((0, "nothing to do: all 6 packages of run 1 are done\n")));
        Assert.That(retry.Error, Does.Not.Contain("confirm"));
    }

    [Test]
    public void What_asks_names_what_it_would_run_and_nothing_that_is_done()
    {
        _night.Bad("invoice");
        _night.Call("run", "-q");
        _night.Good("invoice");
        _night.Call("run", "-q");

        var all = _night.Call("retry", "1");
        var some = _night.Call("retry", "1", "-s", "Early/invoice");
        var none = _night.Call("retry", "1", "-s", "Early/customer");

        Assert.That(all.Error, Does.Contain("run 2 of Nightly has run since, and going on with run 1 runs after it: ")
            .And.Contain("Early/invoice").And.Not.Contain("Early/customer").And.Not.Contain("Early/product"));
        Assert.That(some.Error, Does.Contain("runs after it: Early/invoice").And.Not.Contain("Later/"));
        Assert.That((all.ExitCode, some.ExitCode, none.ExitCode), Is.EqualTo((2, 2, 0)), none.Error);
        Assert.That(none.Out, Does.StartWith("nothing to do among what is selected"));
    }

    [TestCase("none", 1)]
    [TestCase("2", 0)]
    public void Warnings_of_what_is_not_run_again_are_said_by_the_run_that_goes_on(string row, int warned)
    {
        _night.Object("Early", "product", "source: {file: product.csv}", "errors: {onError: redirect}");
        _night.Write("in/product.csv", $"Id\n1\n{row}\n");
        _night.Bad("invoice");
        _night.Call("run", "-q");
        _night.Good("invoice");

        var retry = _night.Call("retry", "--warn-error");

        const string said = "warning: run 1 had warnings of Early/product, which were not run again: "
            + "`orchestrator status 1`";
        Assert.That(_night.In(2, "Failed"), Is.Empty, retry.Error);
        Assert.That((retry.ExitCode, retry.Error.Contains(said, StringComparison.Ordinal)),
            Is.EqualTo((warned, warned == 1)), retry.Error);
    }

    [Test]
    public void Rerun_runs_also_what_is_done()
    {
        _night.Call("run", "-q");

        var retry = _night.Call("retry", "--rerun", "-s", "Early/customer");

        Assert.That(retry.ExitCode, Is.Zero, retry.Error);
        Assert.That(_night.In(2, "Succeeded"), Is.EqualTo(new[] { "Early/customer" }));
        Assert.That(_night.Call("retry").Error, Does.Contain("to run"), "what reads it was loaded before it");
        Assert.That(_night.In(3, "Succeeded"), Is.EqualTo(new[] { "Later/customer" }));
    }

    [Test]
    public void The_night_and_its_variables_are_those_of_the_run_that_is_continued()
    {
        _night.Solution("variables: [{variable: Tenant, dataType: nvarchar(9), required: true}]");
        _night.Bad("invoice");
        _night.Call("run", "-q", "--as-of", "2026-01-31", "--var", "Tenant=A", "--full-refresh");
        _night.Call("retry", "-q");

        var other = _night.Call("retry", "--var", "Tenant=B");

        Assert.That(_night.Ledger("select value, came_from from run_options where run = 2 and name in "
            + "('as-of', 'full-refresh', 'var.Tenant') order by name"),
            Is.EqualTo(new[] { "2026-01-31 | run 1", "true | run 1", "A | run 1" }));
        Assert.That(other.Error, Does.Contain("the variable Tenant is 'B' now and was 'A' in run 2"));
        Assert.That(_night.Ledger("select value from run_options where run = 3 and name = 'var.Tenant'"),
            Is.EqualTo(new[] { "B" }));
    }

    [Test]
    public void For_machines_the_difference_and_what_is_to_run_come_before_the_events_of_the_run()
    {
        _night.Bad("invoice");
        _night.Call("run", "-q");
        _night.Good("invoice");

        var events = _night.Call("retry", "-o", "json").Out.TrimEnd('\n').Split('\n')
            .Select(line => JsonDocument.Parse(line).RootElement).ToArray();
        var nothing = _night.Call("retry", "-o", "json").Out.TrimEnd('\n').Split('\n')
            .Select(line => JsonDocument.Parse(line).RootElement).ToArray();

        Assert.That(events.Select(each => each.GetProperty("event").GetString()).Distinct(),
            Is.EqualTo(new[] { "difference", "continues", "start", "progress", "end" }));
        Assert.That(events[0].GetProperty("is_same").GetBoolean());
        Assert.That(events[1].GetProperty("to_run").EnumerateArray().Select(name => name.GetString()),
            Is.EqualTo(new[] { "Early/invoice", "Later/customer", "Later/invoice", "Later/product" }));
        Assert.That(events[2].GetProperty("continues").GetInt64(), Is.EqualTo(1));
        Assert.That(nothing.Select(each => each.GetProperty("event").GetString()),
            Is.EqualTo(new[] { "difference", "continues" }));
    }

    [Test]
    public void A_run_of_another_environment_is_not_continued_here()
    {
        _night.Write("environments/prod.yaml", "environment: prod\n");
        _night.Bad("invoice");
        _night.Call("run", "-q", "--environment", "prod");

        var here = _night.Call("retry", "1");

        Assert.That(here.ExitCode, Is.EqualTo(2));
        Assert.That(here.Error, Does.Contain("--environment prod"));
        Assert.That(_night.Call("retry").Error, Does.Contain("nothing has run yet in the environment 'default'"));
    }

    [Test]
    public void Where_several_batches_are_not_done_it_asks_which()
    {
        _night.Solution();
        var file = Path.Combine(_night.Folder, "solution.yaml");
        File.WriteAllText(file, File.ReadAllText(file).Replace("projects: [Early, Later]}",
            "projects: [Early, Later]}\n  - {batch: Hourly, projects: [Early]}", StringComparison.Ordinal));
        _night.Bad("invoice");
        _night.Call("run", "Nightly", "-q");
        _night.Call("run", "Hourly", "-q");

        var asked = _night.Call("retry");

        Assert.That(asked.ExitCode, Is.EqualTo(2));
        Assert.That(asked.Error, Does.Contain("2 (Hourly, failed), 1 (Nightly, failed)"));
    }

    [TestCase("Early/customer+", "status 2")]
    [TestCase("Early/customer", "retry 2")]
    public void What_is_rerun_by_name_leaves_only_what_reads_it(string selected, string next)
    {
        _night.Call("run", "-q");

        var rerun = _night.Call("retry", "--rerun", "-s", selected);
        var status = _night.Call("status");

        Assert.That(rerun.Out, Does.EndWith($"next: orchestrator {next}\n"), rerun.Error);
        Assert.That(status.Out, Does.Contain($"orchestrator {next}"));
        Assert.That(_night.Call("retry", "2").Out.StartsWith("nothing to do", StringComparison.Ordinal),
            Is.EqualTo(next == "status 2"));
    }

    [Test]
    public void What_asks_and_has_no_dry_run_advises_none()
    {
        _night.Bad("invoice");
        _night.Call("run", "-q");
        _night.Call("run", "-q");

        var retry = _night.Call("retry", "1");

        Assert.That(retry.ExitCode, Is.EqualTo(2));
        Assert.That(retry.Error, Does.Contain("not confirmed").And.Contain("add --yes").And.Not.Contain("--dry-run"));
    }

    [Test]
    public void Rows_of_a_retry_hold_from_the_begin_of_the_first_run_of_its_night()
    {
        _night.Write("projects/Early/objects/invoice.yaml", """
            object: invoice
            kind: scd
            source: {file: invoice.csv}
            columns: [{column: Id, dataType: int, key: 1}, {column: City, dataType: nvarchar(20)}]
            """);
        _night.Write("in/invoice.csv", "Id,City\nnone,York\n");
        _night.Call("run", "-q");
        _night.Call("retry", "-q");
        _night.Write("in/invoice.csv", "Id,City\n1,York\n");

        var retry = _night.Call("retry", "-q");

        Assert.That(retry.ExitCode, Is.Zero, retry.Error);
        var began = long.Parse(_night.Ledger("select started_at from runs where run = 1").Single());
        var moment = DateTime.UnixEpoch.AddTicks(began * TimeSpan.TicksPerMicrosecond);
        Assert.That(_night.Ids("Staging.db", "invoice where substr(RowEffectiveFromDate, 1, 26) = "
            + $"'{moment:yyyy-MM-dd HH:mm:ss.ffffff}'"), Is.EqualTo(new[] { "1" }));
    }
}
