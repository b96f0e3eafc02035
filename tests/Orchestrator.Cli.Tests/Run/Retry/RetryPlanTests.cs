namespace Orchestrator.Cli.Tests.Run.Retry;

/// <summary>A retry over metadata that somebody has changed since, and connections that lead elsewhere.</summary>
internal sealed class RetryPlanTests
{
    private RetryNight _night = null!;

    [SetUp]
    public void Make()
    {
        _night = new RetryNight();
        _night.Bad("invoice");
        _night.Call("run", "-q");
        _night.Good("invoice");
        _night.Call("retry", "-q");
    }

    [TearDown]
    public void Remove() => _night.Dispose();

    [Test]
    public void A_tag_an_order_a_limit_and_a_container_load_nothing_again()
    {
        _night.Object(
            "Early", "customer", "source: {file: customer.csv}", "tags: [core]", "retry: {count: 2, delay: 1s}",
            "ownThread: true", "container: Other");
        _night.Write("projects/Early/project.yaml", """
            project: Early
            source: Files
            target: Staging
            containers:
              - {container: Default, level: 10, default: true, order: declared, maxConcurrency: 1}
              - {container: Other, level: 20}
            """);
        var file = Path.Combine(_night.Folder, "solution.yaml");
        File.WriteAllLines(file, File.ReadAllLines(file).Where(line => !line.Contains("{project: Early")));

        var retry = _night.Call("retry");

        Assert.That(retry.ExitCode, Is.Zero, retry.Error);
        Assert.That(retry.Out, Does.StartWith("nothing to do"));
        Assert.That(retry.Error, Does.Contain("package Early/customer").And.Contain("tags"));
    }

    [Test]
    public void A_run_that_was_continued_says_by_which_one_and_leads_there()
    {
        var status = _night.Call("status", "1");

        Assert.That(status.Out, Does.Contain(", continued by run 2").And.Contain("status 2"), status.Error);
        Assert.That(status.Out, Does.Not.Contain("retry 1"));
        Assert.That(_night.Call("status", "2").Out, Does.Not.Contain("continued by"));
    }

    [Test]
    public void Another_where_clause_loads_its_package_again_and_what_reads_it()
    {
        _night.Object("Later", "customer", "source: {name: customer, where: Id = 2}");

        var retry = _night.Call("retry");

        Assert.That(retry.ExitCode, Is.Zero, retry.Error);
        Assert.That(_night.In(3, "Succeeded"), Is.EqualTo(new[] { "Later/customer" }));
        Assert.That(_night.Ids("Mart.db", "customer"), Is.EqualTo(new[] { "2" }));
        Assert.That(retry.Error, Does.Contain("source.where: (default) → Id = 2  [reloads]"));
        Assert.That(retry.Error, Does.Contain("because their rows would be others today: Later/customer"));
    }

    [Test]
    public void A_change_at_the_source_is_carried_on_to_what_reads_it()
    {
        _night.Write("in/other.csv", "Id\n7\n");
        _night.Object("Early", "customer", "source: {file: other.csv}");

        _night.Call("retry", "-q");

        Assert.That(_night.In(3, "Succeeded"), Is.EqualTo(new[] { "Early/customer", "Later/customer" }));
        Assert.That(_night.Ids("Mart.db", "customer"), Is.EqualTo(new[] { "7" }));
    }

    [Test]
    public void A_package_is_held_against_the_plan_that_loaded_it_and_not_against_that_of_the_run_before()
    {
        _night.Object("Later", "customer", "source: {name: customer, where: Id = 2}");
        _night.Object("Later", "invoice", "source: {name: invoice, where: Id = 2}");
        _night.Call("retry", "-q", "-s", "Later/invoice");

        var retry = _night.Call("retry");

        Assert.That(retry.ExitCode, Is.Zero, retry.Error);
        Assert.That(_night.In(4, "Succeeded"), Is.EqualTo(new[] { "Later/customer" }));
    }

    [Test]
    public void A_package_that_is_new_runs_and_one_that_is_gone_is_named()
    {
        _night.Object("Later", "more", "source: {name: customer}");
        File.Delete(Path.Combine(_night.Folder, "projects/Later/objects/product.yaml"));

        var retry = _night.Call("retry");

        Assert.That(_night.In(3, "Succeeded"), Is.EqualTo(new[] { "Later/more" }), retry.Error);
        Assert.That(retry.Error, Does.Contain("- package Later/product").And.Contain("  new: Later/more"));
    }

    [Test]
    public void One_that_was_disabled_then_and_is_not_now_runs()
    {
        _night.Object("Later", "customer", "enabled: false");
        _night.Call("run", "-q");
        _night.Object("Later", "customer");

        _night.Call("retry", "-q");

        Assert.That(_night.In(4, "Succeeded"), Is.EqualTo(new[] { "Later/customer" }));
    }

    [Test]
    public void The_same_plan_runs_although_the_files_are_broken_or_say_something_else_today()
    {
        _night.Bad("invoice");
        _night.Call("run", "-q");
        _night.Good("invoice");
        _night.Object("Later", "invoice", "source: {name: invoice, where: Id = 2}");
        _night.Write("projects/Early/objects/customer.yaml", "object: [");

        var today = _night.Call("retry");
        var then = _night.Call("retry", "--same-plan");

        Assert.That((today.ExitCode, then.ExitCode), Is.EqualTo((2, 0)), then.Error);
        Assert.That(_night.Ids("Mart.db", "invoice"), Is.EqualTo(new[] { "1", "2" }));
        Assert.That(_night.Ledger("select count(distinct plan_hash), count(distinct files_hash) from runs"),
            Is.EqualTo(new[] { "1 | 1" }));
        Assert.That(_night.Ledger("select count(*) from plan_files"), Is.EqualTo(new[] { "7" }));
    }

    [Test]
    public void A_connection_of_what_is_to_run_that_leads_elsewhere_refuses_it_and_names_both_places()
    {
        _night.Bad("invoice");
        _night.Call("run", "-q");
        _night.Solution(staging: "Elsewhere.db");

        var retry = _night.Call("retry");

        Assert.That(retry.ExitCode, Is.EqualTo(2));
        Assert.That(retry.Error, Does.Contain("ORC4030 the connection 'Staging' leads elsewhere now: in run 3 to "
            + $"{Path.Combine(_night.Folder, ".orchestrator", "data", "Staging.db")}, now to "
            + $"{Path.Combine(_night.Folder, ".orchestrator", "data", "Elsewhere.db")}."));
        Assert.That(retry.Error, Does.Contain("`orchestrator run Nightly`"));
        Assert.That(_night.Ledger("select count(*) from runs"), Is.EqualTo(new[] { "3" }));
    }

    [Test]
    public void Where_nothing_goes_through_it_a_connection_may_lead_elsewhere_and_is_recorded_as_it_was()
    {
        _night.Write("projects/Later/objects/alone.yaml", "object: alone\nkind: sql\nsql: select 1\n");
        Directory.CreateDirectory(Path.Combine(_night.Folder, "other"));
        var solution = Path.Combine(_night.Folder, "solution.yaml");
        File.WriteAllText(solution, File.ReadAllText(solution).Replace("folder: in", "folder: other"));

        var retry = _night.Call("retry");

        Assert.That(retry.ExitCode, Is.Zero, retry.Error);
        Assert.That(_night.In(3, "Succeeded"), Is.EqualTo(new[] { "Later/alone" }));
        Assert.That(_night.Ledger(
            "select platform, database_name from run_connections where run = 3 and connection = 'Files'"),
            Is.EqualTo(new[] { $"Files | {Path.Combine(_night.Folder, "in")}" }));
    }
}
