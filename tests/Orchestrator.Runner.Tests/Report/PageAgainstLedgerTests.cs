namespace Orchestrator.Runner.Tests.Report;

/// <summary>
/// What a page says of a failed night is the ledger's, by SQL that the report does not use; its numbers are read in a
/// browser (<see cref="Browser.EveryNumberTests"/>).
/// </summary>
internal sealed class PageAgainstLedgerTests
{
    private Night _night = null!;
    private Page _page = null!;

    [OneTimeSetUp]
    public void Render()
    {
        _night = new Night(FailedNight.Plan, FailedNight.Of);
        _page = _night.Page();
    }

    [OneTimeTearDown]
    public void Remove() => _night.Dispose();

    [Test]
    public void The_first_screen_has_the_verdict_and_the_counts_of_the_ledger()
    {
        var expected = Single("""
            select printf('packages.ok=%d packages.failed=%d packages.blocked=%d rows.read=%d rows.rejected=%d',
                sum(n.state = 'Succeeded'), sum(n.state = 'Failed'), sum(n.state = 'Blocked'), sum(a.rows_read),
                sum(a.rows_rejected))
            from nodes n left join attempts a on a.attempt = n.last_attempt where n.kind = 'Package'
            """);

        Assert.That(Page.Figures(_page.All("dl").First()), Is.EqualTo(expected));
        Assert.That(expected, Does.Contain("packages.failed=2"));
        Assert.That(_page.All("h1").Single().Value.Trim(), Does.EndWith("failed"));
        Assert.That(_page.Figure("wall"), Is.EqualTo(long.Parse(Single("select ended_at - started_at from runs"))));
    }

    [Test]
    public void The_first_error_is_the_earliest_one_and_stands_before_everything_but_the_counts()
    {
        var first = Single("""
            select n.name from nodes n where n.kind = 'Package' and n.state = 'Failed' order by n.since limit 1
            """);
        var shown = _page.All("section").First();

        Assert.That(first, Is.EqualTo("Stage2/table_2_003"));
        Assert.That(shown.Value, Does.Contain(first).And.Contain("ORC3001").And.Contain(FailedNight.FirstError));
        Assert.That(_page.All("code").First().Value, Is.EqualTo(_night.Options.NextCommand));
    }

    [Test]
    public void Each_failure_is_a_block_with_its_error_and_all_its_attempts()
    {
        var failures = _page.Section("failures")!.Elements("article").ToList();
        var expected = LedgerRows.Of(_night, """
            select n.name, count(*) from nodes n join attempts a on a.run = n.run and a.node = n.node
            where n.state = 'Failed' and n.kind = 'Package' group by n.node order by n.since
            """);

        Assert.That(failures.Select(failure =>
            $"{failure.Attribute("data-package")!.Value} {Math.Max(1, failure.Descendants("li").Count())}"),
            Is.EqualTo(expected));
        Assert.That(failures[1].Value, Does.Contain("ORC3402").And.Contain("53300").And.Contain("Shop"));
    }

    [Test]
    public void Each_warning_and_each_name_that_is_blocked_is_listed()
    {
        Assert.That(_page.Section("warnings")!.Descendants("li").Count(), Is.EqualTo(int.Parse(Single(
            "select count(*) from warnings"))));
        Assert.That(_page.Section("blocked")!.Value, Does.Contain(Single("""
            select name from nodes where kind = 'Package' and state = 'Blocked' order by node limit 1
            """)));
    }

    [Test]
    public void What_is_not_known_of_a_database_is_not_zero()
    {
        using var night = FailedNight.Relaxed();
        var section = night.Page().Section("databases")!;

        Assert.That(section.Descendants("figure").Select(figure => figure.Element("figcaption")!.Element("b")!.Value),
            Has.Some.EqualTo("Staging: flushes of the log").And.None.EqualTo("Unknown: flushes of the log"));
        Assert.That(section.Value, Does.Contain("not available").And.Contain("needs PostgreSQL 14"));
    }

    [Test]
    public void The_page_is_stamped_with_the_run_the_plan_the_commit_the_machine_and_the_schema()
    {
        var stamp = _page.Section("stamp")!.Value;

        Assert.That(stamp, Does.Contain(Single("select id from runs")).And.Contain("0123456789abcdef")
            .And.Contain("abcdef0123456789").And.Contain("etl-01").And.Contain("2026-01-31 (--as-of)")
            .And.Contain("2026-01-31 07:00:00Z by version 0.1.0 from ledger schema "
                + Single("pragma user_version")));
    }

    private string Single(string sql) => LedgerRows.Of(_night, sql).Single();
}
