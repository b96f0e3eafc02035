using System.Xml.Linq;

namespace Orchestrator.Report.Tests;

/// <summary>Every number of a page is the ledger's, by SQL that the report does not use.</summary>
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
        Assert.That(_page.All("code").First().Value, Is.EqualTo(Night.Options.NextCommand));
    }

    [Test]
    public void Each_package_that_ran_stands_in_the_list_with_its_times_and_rows()
    {
        var expected = LedgerRows.Of(_night, """
            select n.name, printf('took=%d queued=%d waiting=%d working=%d read=%d written=%d rejected=%d attempts=%d',
                max(a.ended_at) - min(a.started_at), sum(a.queued), sum(a.waiting), sum(a.working),
                l.rows_read, l.rows_inserted + l.rows_updated, l.rows_rejected, count(*))
            from nodes n join attempts a on a.run = n.run and a.node = n.node
            join attempts l on l.attempt = n.last_attempt
            group by n.node order by max(a.ended_at) - min(a.started_at) desc, n.node
            """);

        Assert.That(Rows(_page.Section("packages")!.Element("details")!, "data-package"), Is.EqualTo(expected));
        Assert.That(Rows(_page.Section("packages")!.Element("div")!, "data-package"), Is.EqualTo(expected.Take(15)));
    }

    [Test]
    public void Each_project_is_the_sum_of_its_packages()
    {
        var expected = LedgerRows.Of(_night, """
            with work as (
                select substr(n.name, 1, instr(n.name, '/') - 1) as project, n.state, a.* from nodes n
                left join attempts a on a.attempt = n.last_attempt where n.kind = 'Package'
            ), times as (
                select substr(n.name, 1, instr(n.name, '/') - 1) as project,
                       max(a.ended_at) - min(a.started_at) as span, sum(a.queued) as queued,
                       sum(a.waiting) as waiting, sum(a.working) as working
                from nodes n join attempts a on a.run = n.run and a.node = n.node group by 1
            )
            select w.project, printf('packages=%d ok=%d failed=%d blocked=%d span=%d queued=%d waiting=%d working=%d '
                || 'read=%d rejected=%d', count(*), sum(w.state = 'Succeeded'), sum(w.state = 'Failed'),
                sum(w.state = 'Blocked'), coalesce(t.span, 0), coalesce(t.queued, 0), coalesce(t.waiting, 0),
                coalesce(t.working, 0), coalesce(sum(w.rows_read), 0), coalesce(sum(w.rows_rejected), 0))
            from work w left join times t on t.project = w.project group by w.project order by w.project
            """);

        Assert.That(expected, Has.Count.EqualTo(3));
        Assert.That(Rows(_page.Section("projects")!, "data-project"), Is.EqualTo(expected));
    }

    [Test]
    public void Each_reason_has_the_time_that_was_waited_for_it()
    {
        var expected = LedgerRows.Of(_night, """
            select reason, printf('total=%d attempts=%d longest=%d', sum(duration), count(*), max(duration))
            from waits where duration > 0 group by reason order by sum(duration) desc
            """);

        Assert.That(expected, Has.Count.GreaterThan(1));
        Assert.That(Rows(_page.Section("time")!, "data-reason"), Is.EqualTo(expected));
        Assert.That(Page.Figures(_page.Section("time")!.Element("p")!), Is.EqualTo(Single("""
            select printf('queued=%d waiting=%d working=%d', sum(queued), sum(waiting), sum(working)) from attempts
            """)));
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
    public void Rejected_rows_warnings_and_blocked_packages_are_counted_as_in_the_ledger()
    {
        var rejected = LedgerRows.Of(_night, """
            select n.name, printf('rejected=%d truncated=%d read=%d', rows_rejected, rows_truncated, rows_read)
            from nodes n join attempts a on a.attempt = n.last_attempt where rows_rejected + rows_truncated > 0
            order by rows_rejected desc, rows_truncated desc, n.node
            """);

        Assert.That(rejected, Is.Not.Empty);
        Assert.That(Rows(_page.Section("rejected")!, "data-package"), Is.EqualTo(rejected));
        Assert.That(Page.Values(_page.Section("blocked")!, "blocked").Sum(), Is.EqualTo(long.Parse(Single(
            "select count(*) from nodes where kind = 'Package' and state = 'Blocked'"))));
        Assert.That(_page.Section("warnings")!.Descendants("li").Count(), Is.EqualTo(int.Parse(Single(
            "select count(*) from warnings"))));
    }

    [Test]
    public void Each_scope_says_what_was_found_and_set_and_how_much_of_it_is_on_disk()
    {
        using var night = FailedNight.Relaxed();
        var page = night.Page();
        var expected = LedgerRows.Of(night, """
            select s.scope, printf('hardened=%d notHardened=%d', sum(n.state = 'Hardened'), sum(n.state = 'Succeeded'))
            from scopes s join attempts a on a.scope = s.scope join nodes n on n.last_attempt = a.attempt
            """);

        Assert.That(Rows(page.Section("durability")!, "data-scope"), Is.EqualTo(expected));
        Assert.That(page.Section("durability")!.Value, Does.Contain("DISABLED").And.Contain("FORCED"));
        Assert.That(Page.Values(page.Root, "packages.ok").Single(), Is.EqualTo(long.Parse(LedgerRows.Of(night,
            "select count(*) from nodes where kind = 'Package' and state in ('Succeeded', 'Hardened')").Single())));
    }

    [Test]
    public void What_the_databases_did_is_as_it_was_counted_and_what_is_not_known_is_not_zero()
    {
        using var night = FailedNight.Relaxed();
        var section = night.Page().Section("databases")!;

        Assert.That(Rows(section, "data-database"), Is.EqualTo(LedgerRows.Of(night, """
            select e.connection, printf('commits=%d', max(s.commits))
                || case when max(s.flushes) is null then '' else printf(' flushes=%d', max(s.flushes)) end
                || printf(' logBytes=%d looks=%d', max(s.log_bytes), e.looks)
            from run_evidence e join run_samples s on s.run = e.run and s.connection = e.connection
            group by e.connection order by e.connection
            """)));
        Assert.That(Rows(section, "data-wait"), Is.EqualTo(LedgerRows.Of(night, """
            select connection || ' ' || name, printf('waited=%d seen=%d', duration, seen) from run_waits
            order by connection, duration desc
            """)));
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

    private static IEnumerable<string> Rows(XElement within, string attribute) => within.Descendants("tr")
        .Where(row => row.Attribute(attribute) is not null)
        .Select(row => $"{row.Attribute(attribute)!.Value} {Page.Figures(row)}");
}
