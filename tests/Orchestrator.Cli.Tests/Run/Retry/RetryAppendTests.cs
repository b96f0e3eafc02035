namespace Orchestrator.Cli.Tests.Run.Retry;

/// <summary>An Append that reads all of its source and has succeeded adds its rows a second time only where somebody
/// says so.</summary>
internal sealed class RetryAppendTests
{
    private RetryNight _night = null!;

    [SetUp]
    public void Make()
    {
        _night = new RetryNight();
        Append("Early", "customer", "source: {file: customer.csv}");
        Append("Later", "product");
        _night.Bad("invoice");
        _night.Call("run", "-q");
        _night.Good("invoice");
    }

    [TearDown]
    public void Remove() => _night.Dispose();

    [Test]
    public void Changed_since_its_success_it_stays_as_it_is_and_the_retry_warns()
    {
        Change();

        var retry = _night.Call("retry");
        var next = _night.Call("retry");

        Assert.That(retry.ExitCode, Is.Zero, retry.Error);
        Assert.That(retry.Out + retry.Error, Does.Contain("ORC4031 Early/customer had succeeded and stays as it is")
            .And.Contain("`orchestrator retry 1 -s Early/customer`"));
        Assert.That(_night.In(2, "Succeeded"), Does.Contain("Early/invoice").And.Not.Contain("Early/customer"));
        Assert.That(Customers, Is.EqualTo(new[] { "1", "2" }));
        Assert.That((next.ExitCode, _night.Ledger("select count(*) from runs").Single()), Is.EqualTo((0, "2")));
    }

    [TestCase("--same-plan")]
    [TestCase("--exclude", "Early/customer")]
    public void The_ways_that_leave_its_rows_alone_run_the_rest(params string[] options)
    {
        Change();

        var retry = _night.Call(["retry", .. options]);

        Assert.That(retry.ExitCode, Is.Zero, retry.Error);
        Assert.That(_night.In(2, "Succeeded"), Does.Contain("Early/invoice").And.Not.Contain("Early/customer"));
        Assert.That(Customers, Is.EqualTo(new[] { "1", "2" }));
    }

    [TestCase("-s", "Early/customer")]
    [TestCase("--rerun")]
    public void Named_one_by_one_or_with_all_that_is_done_it_adds_them_and_is_not_asked_for_again(
        params string[] options)
    {
        Change();

        var retry = _night.Call(["retry", .. options]);
        var next = _night.Call("retry");

        Assert.That((retry.ExitCode, next.ExitCode), Is.EqualTo((0, 0)), retry.Error + next.Error);
        Assert.That(Customers, Is.EqualTo(new[] { "1", "1", "2", "2" }));
    }

    [Test]
    public void Where_nothing_else_is_to_run_the_warning_is_said_as_well()
    {
        _night.Call("retry", "-q");
        Change();

        var retry = _night.Call("retry");

        Assert.That(retry.Out, Does.StartWith("nothing to do"), retry.Error);
        Assert.That(retry.Error, Does.Contain("warning: ORC4031 Early/customer "));
    }

    [Test]
    public void What_is_left_out_has_no_need_of_the_warning()
    {
        Change();

        var retry = _night.Call("retry", "--exclude", "Early/customer");

        Assert.That(retry.ExitCode, Is.Zero, retry.Error);
        Assert.That(retry.Out + retry.Error, Does.Not.Contain("ORC4031"));
    }

    [Test]
    public void A_pattern_names_nothing()
    {
        Change();

        var retry = _night.Call("retry", "-s", "Early/cust*");

        Assert.That(retry.ExitCode, Is.Zero, retry.Error);
        Assert.That(Customers, Is.EqualTo(new[] { "1", "2" }));
    }

    [Test]
    public void Unchanged_behind_a_load_that_runs_again_it_stays_as_it_is_as_well()
    {
        _night.Call("retry", "-q");
        _night.Write("in/other.csv", "Id\n7\n");
        _night.Object("Early", "product", "source: {file: other.csv}");

        var retry = _night.Call("retry");

        Assert.That(retry.ExitCode, Is.Zero, retry.Error);
        Assert.That(_night.In(3, "Succeeded"), Does.Contain("Early/product").And.Not.Contain("Later/product"));
        Assert.That(retry.Out + retry.Error, Does.Contain("ORC4031 Later/product "));
    }

    [Test]
    public void One_that_failed_runs_without_a_question()
    {
        Append("Early", "invoice", "source: {file: invoice.csv}", "tags: [late]");

        var retry = _night.Call("retry");

        Assert.That(retry.ExitCode, Is.Zero, retry.Error);
        Assert.That(_night.In(2, "Succeeded"), Does.Contain("Early/invoice"));
    }

    [Test]
    public void One_that_reads_only_what_is_new_runs_without_a_question()
    {
        const string watermark = "watermarks: [{watermark: Id, column: Id, dataType: int, default: 0}]";
        Append("Later", "product", watermark);
        _night.Call("retry", "-q");
        Append("Later", "product", watermark, "source: {name: product, where: Id > 0}");

        var retry = _night.Call("retry");

        Assert.That(retry.ExitCode, Is.Zero, retry.Error);
        Assert.That(_night.In(3, "Succeeded"), Is.EqualTo(new[] { "Later/product" }));
        Assert.That(_night.Ids("Mart.db", "product"), Is.EqualTo(new[] { "1", "2" }));
    }

    private string[] Customers => _night.Ids("Staging.db", "customer");

    private void Change()
    {
        _night.Write("in/more.csv", "Id\n1\n2\n");
        Append("Early", "customer", "source: {file: more.csv}");
    }

    private void Append(string project, string name, params string[] more) =>
        _night.Object(project, name, ["load: {pattern: Append}", .. more]);
}
