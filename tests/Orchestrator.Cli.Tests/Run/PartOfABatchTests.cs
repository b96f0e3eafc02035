using Orchestrator.Cli.Tests.Run.Retry;

namespace Orchestrator.Cli.Tests.Run;

/// <summary>A run of a part of a batch says nothing of the rest of it.</summary>
internal sealed class PartOfABatchTests
{
    private RetryNight _night = null!;

    [SetUp]
    public void Make() => _night = new RetryNight();

    [TearDown]
    public void Remove() => _night.Dispose();

    [Test]
    public void A_part_that_ends_well_hides_no_night_that_failed_before_it()
    {
        _night.Bad("invoice");
        _night.Call("run", "-q");
        var part = _night.Call("run", "-q", "-s", "Early/customer");
        _night.Good("invoice");

        var status = _night.Call("status");
        var retry = _night.Call("retry");

        Assert.That(part.ExitCode, Is.Zero, part.Error);
        Assert.That(status.Out, Does.Match(@"\n +1 .* failed .*retry 1"));
        Assert.That(retry.Error + retry.Out, Does.Contain("run 2 of Nightly has run since"));
        Assert.That(_night.Call("retry", "--yes").ExitCode, Is.Zero);
        Assert.That(_night.Ids("Mart.db", "invoice"), Is.EqualTo(new[] { "1", "2" }));
        Assert.That(_night.Call("status").Out, Does.Match(@"\n +3 .* succeeded"));
    }

    [Test]
    public void A_part_that_fails_is_what_the_batch_is_told_by()
    {
        _night.Call("run", "-q");
        _night.Bad("invoice");
        _night.Call("run", "-q", "-s", "Early/invoice");

        Assert.That(_night.Call("status").Out, Does.Match(@"\n +2 .* failed .*retry 2"));
    }

    [Test]
    public void What_nobody_selected_is_not_called_done()
    {
        _night.Call("run", "-q", "-s", "Early/customer");

        var status = _night.Call("status");
        var retry = _night.Call("retry");

        Assert.That(status.Out, Does.Contain("1 succeeded, 5 not selected").And.Not.Contain("done"));
        Assert.That((retry.ExitCode, retry.Out), Is.EqualTo((0, "nothing to do: the 1 package of run 1 is done; "
            + "5 more packages it had not selected: `run` does them, too\n")));
    }

    [Test]
    public void What_nobody_selected_stays_so_along_a_chain_of_retries()
    {
        _night.Bad("invoice");
        _night.Call("run", "-q", "-s", "Early/customer", "-s", "Early/invoice");
        Assert.That(_night.Call("retry").ExitCode, Is.EqualTo(1));
        Assert.That(_night.Call("retry").ExitCode, Is.EqualTo(1));
        _night.Good("invoice");

        var last = _night.Call("retry");

        Assert.That(last.ExitCode, Is.Zero, last.Error);
        Assert.That(_night.In(4, "Succeeded"), Is.EqualTo(new[] { "Early/invoice" }));
        Assert.That(_night.Call("status").Out, Does.Contain("1 succeeded, 1 done, 4 not selected"));
        Assert.That(_night.Call("retry").Out, Is.EqualTo("nothing to do: all 2 packages of run 4 are done; "
            + "4 more packages it had not selected: `run` does them, too\n"));
    }

    [Test]
    public void Where_the_ledger_no_longer_knows_the_first_run_its_retry_still_tells_what_nobody_selected()
    {
        _night.Bad("invoice");
        _night.Call("run", "-q", "-s", "Early/customer", "-s", "Early/invoice");
        _night.Call("retry");
        _night.Good("invoice");
        LedgerTables.Execute(_night.Folder, "update runs set continues = null where run = 2");

        var retry = _night.Call("retry", "2");

        Assert.That(retry.ExitCode, Is.Zero, retry.Error);
        Assert.That(
            _night.Ledger("select distinct why from nodes where run = 3 and kind = 'Package' and name like 'Later/%'"),
            Is.EqualTo(new[] { "not selected in run 2" }));
        Assert.That(_night.In(3, "Succeeded"), Is.EqualTo(new[] { "Early/invoice" }));
    }
}
