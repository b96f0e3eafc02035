using System.Xml.Linq;

namespace Orchestrator.Service.Tests.Pages;

/// <summary>What pages say is the ledger's, by SQL that the service does not use.</summary>
internal sealed class NumbersTests : NightsFixture
{
    [Test]
    public async Task Last_night_has_the_newest_run_of_each_batch_the_worst_first()
    {
        var page = await PageAsync("/");

        var cards = page.All("article").ToList();
        Assert.That(cards.Select(card => card.Attribute("data-run")!.Value), Is.EqualTo(new[] { "4", "6", "5" }));
        foreach (var card in cards)
        {
            var expected = Seen.Rows($"""
                select printf('packages.ok=%d packages.failed=%d packages.blocked=%d', sum(n.state = 'Succeeded'),
                    sum(n.state = 'Failed'), sum(n.state = 'Blocked'))
                    || iif(r.ended_at is null, printf(' packages.open=%d',
                        sum(n.state in ('Pending', 'Ready', 'Running'))), '')
                    || printf(' rows.rejected=%d', sum(a.rows_rejected))
                from nodes n join runs r on r.run = n.run left join attempts a on a.attempt = n.last_attempt
                where n.kind = 'Package' and n.run = {card.Attribute("data-run")!.Value}
                """).Single();
            Assert.That(Page.Figures(card.Element("dl")!), Is.EqualTo(expected));
        }
    }

    [Test]
    public async Task Last_night_says_how_long_it_took_and_what_is_usual()
    {
        var card = (await PageAsync("/")).All("article").First();

        Assert.That(Value(card, "wall"), Is.EqualTo(Number("select ended_at - started_at from runs where run = 4")));
        Assert.That(Value(card, "usual"), Is.EqualTo(Number("""
            select ended_at - started_at from runs where batch = 'Nightly' and run < 4 order by 1 limit 1 offset 1
            """)));
    }

    [Test]
    public async Task A_run_that_should_long_have_ended_is_late_and_comes_before_those_that_are_well()
    {
        using var nights = Nights.Several(isAtWork: false);
        nights.Add(FailedNight.Plan, Nights.Well, -1, TimeSpan.FromMinutes(1));
        var usual = long.Parse(nights.Rows("""
            select ended_at - started_at from runs where batch = 'Nightly' and run < 4 order by 1 limit 1 offset 1
            """).Single());
        var (begin, longer) = (Night.Began.AddDays(1), TimeSpan.FromMicroseconds(usual));

        var onTime = await FirstPageAsync(nights, begin + longer);
        var late = await FirstPageAsync(nights, begin + (longer * 3));

        Assert.That(onTime.Text, Does.Contain("Nightly").And.Not.Contain("▲ late"));
        Assert.That(late.All("article").First().Value, Does.Contain("Nightly").And.Contain("▲ late"));
        Assert.That(late.All("title").First().Value, Is.EqualTo("Late, running · Last night · Orchestrator"));
    }

    [Test]
    public async Task Last_night_says_the_first_error_and_the_next_command()
    {
        var card = (await PageAsync("/")).All("article").First();

        Assert.That(card.Value, Does.Contain("ORC3001").And.Contain("Stage2/table_2_003")
            .And.Contain("Column 'Name' allows 40 characters"));
        Assert.That(card.Descendants("code").Last().Value, Is.EqualTo("orchestrator retry 4 -C /srv/shop"));
    }

    [Test]
    public async Task A_run_at_work_says_who_has_a_slot_and_what_others_wait_for()
    {
        var page = await PageAsync("/now");

        Assert.That(page.Figure("slots"), Is.EqualTo(Number("""
            select count(*) from nodes where run = 6 and kind = 'Package' and state = 'Running'
            """)));
        Assert.That(page.Figure("gate"), Is.EqualTo(6));
        var waits = page.All("tr").Where(row => row.Attribute("data-reason") is not null)
            .Select(row => $"{row.Attribute("data-reason")!.Value} {Value(row, "packages")}");
        Assert.That(waits, Is.EqualTo(Seen.Rows("""
            select reason, count(*) from nodes where run = 6 and kind = 'Package' and reason <> 'Working'
            group by reason order by 2 desc
            """)));
        Assert.That(page.All("tr").Count(row => row.Attribute("data-package") is not null),
            Is.EqualTo(page.Figure("slots")));
    }

    [Test]
    public async Task Each_run_is_listed_with_its_numbers()
    {
        var page = await PageAsync("/runs");

        var rows = page.All("tr").Where(row => row.Attribute("data-run") is not null)
            .Where(row => row.Attribute("data-run")!.Value != "6")
            .Select(row => $"{row.Attribute("data-run")!.Value} {Page.Figures(row)}");
        Assert.That(rows, Is.EqualTo(Seen.Rows("""
            select printf('%d wall=%d ok=%d failed=%d blocked=%d read=%d rejected=%d', r.run,
                r.ended_at - r.started_at, sum(n.state = 'Succeeded'), sum(n.state = 'Failed'),
                sum(n.state = 'Blocked'), sum(a.rows_read), sum(a.rows_rejected))
            from runs r join nodes n on n.run = r.run left join attempts a on a.attempt = n.last_attempt
            where n.kind = 'Package' and r.run < 6 group by r.run order by r.run desc
            """)));
    }

    [TestCase("", "1", 60)]
    [TestCase("?state=failed", "n.state = 'Failed'", 2)]
    [TestCase("?state=blocked", "n.state = 'Blocked'", 20)]
    [TestCase("?state=ok&text=STAGE1", "n.state = 'Succeeded' and n.name like 'Stage1%'", 20)]
    [TestCase("?state=rejected", "a.rows_rejected > 0", 4)]
    [TestCase("?state=nonsense&sort=nonsense&page=-3", "1", 60)]
    public async Task The_packages_of_a_run_are_those_that_the_address_asks_for(string query, string where, int count)
    {
        var page = await PageAsync("/runs/4" + query);

        var expected = Seen.Rows($"""
            select n.name from nodes n left join attempts a on a.attempt = n.last_attempt
            where n.run = 4 and n.kind = 'Package' and {where} order by n.node
            """);
        Assert.That(expected, Has.Count.EqualTo(count));
        Assert.That(page.Rows("packages", "data-package").Select(row => row.Attribute("data-package")!.Value),
            Is.EqualTo(expected));
        Assert.That(Page.Values(page.Section("packages")!, "found").Single(), Is.EqualTo(count));
    }

    [Test]
    public async Task The_table_in_the_order_of_begin_has_the_times_of_the_chart()
    {
        var page = await PageAsync("/runs/4?sort=began");

        var rows = page.Rows("packages", "data-package").Where(row => row.Descendants("time").Any())
            .Select(row => $"{row.Attribute("data-package")!.Value} "
                + $"{row.Descendants("time").First().Attribute("datetime")!.Value} {Value(row, "took")}");
        Assert.That(rows, Is.EqualTo(Seen.Rows("""
            select n.name, moment(min(a.started_at)), max(a.ended_at) - min(a.started_at)
            from attempts a join nodes n on n.run = a.run and n.node = a.node
            where a.run = 4 group by n.node order by min(a.started_at), n.node
            """)));
    }

    [Test]
    public async Task A_history_has_each_attempt_drawn_and_as_a_row()
    {
        var page = await PageAsync("/packages/Stage2/table_2_007");

        var expected = Seen.Rows("""
            select printf('%d took=%d', a.attempt, a.ended_at - a.started_at)
            from attempts a join nodes n on n.run = a.run and n.node = a.node
            where n.name = 'Stage2/table_2_007' order by a.attempt desc
            """);
        Assert.That(expected, Has.Count.EqualTo(6));
        Assert.That(page.Rows("attempts", "data-attempt").Select(row =>
            $"{row.Attribute("data-attempt")!.Value} {Page.Figures(row).Split(' ')[0]}"), Is.EqualTo(expected));
        Assert.That(page.All("rect").Reverse().Select(bar => bar.Attribute("data-attempt")!.Value),
            Is.EqualTo(expected.Select(row => row.Split(' ')[0])));
    }

    [Test]
    public async Task Each_failure_of_the_newest_runs_is_a_block()
    {
        var page = await PageAsync("/failures");

        Assert.That(page.All("article").Select(each => each.Attribute("data-package")!.Value),
            Is.EqualTo(Seen.Rows("""
            select name from nodes where run = 4 and kind = 'Package' and state = 'Failed' order by since
            """)));
    }

    [Test]
    public async Task A_package_in_a_run_has_all_its_attempts_and_states()
    {
        var page = await PageAsync("/runs/4/packages/Stage2/table_2_007");

        Assert.That(page.Section("attempts")!.Elements("article").Select(each => each.Attribute("data-attempt")!.Value),
            Is.EqualTo(Seen.Rows("""
            select a.attempt from attempts a join nodes n on n.run = a.run and n.node = a.node
            where a.run = 4 and n.name = 'Stage2/table_2_007' order by a.attempt
            """)));
        Assert.That(page.Section("states")!.Descendants("tr").Count() - 1, Is.EqualTo(Number("""
            select count(*) from transitions t join nodes n on n.run = t.run and n.node = t.node
            where t.run = 4 and n.name = 'Stage2/table_2_007'
            """)));
        Assert.That(page.Text, Does.Contain("ORC3402").And.Contain("53300"));
    }

    [Test]
    public async Task The_ledger_says_its_size_and_its_runs()
    {
        var page = await PageAsync("/ledger");

        Assert.That(page.Figure("runs"), Is.EqualTo(6));
        Assert.That(page.Figure("bytes"), Is.EqualTo(Number("""
            select page_count * page_size from pragma_page_count(), pragma_page_size()
            """)));
        Assert.That(page.Text, Does.Contain("none was made"));
    }

    [Test]
    public async Task Loops_that_failed_by_themselves_are_counted_apart_and_among_the_failures_of_their_run()
    {
        using var nights = Nights.Several(isAtWork: false);
        LedgerChange.Run(nights.Location, "update nodes set state = 'Failed', why = 'ORC3610 it has no turn' "
            + "where run = 4 and name in ('Stage1/C1', $text)", "Stage3/C2");
        var failed = long.Parse(nights.Rows(
            "select count(*) from nodes where run = 4 and kind = 'Package' and state = 'Failed'").Single());

        var first = await FirstPageAsync(nights, Night.Began.AddDays(1));
        var runs = await FirstPageAsync(nights, Night.Began.AddDays(1), "/runs");

        var card = first.All("article").Single(one => one.Attribute("data-run")!.Value == "4");
        Assert.That(Value(card, "packages.failed"), Is.EqualTo(failed));
        Assert.That(Value(card, "groups.failed"), Is.EqualTo(2));
        var row = runs.All("tr").Single(one => one.Attribute("data-run")?.Value == "4");
        Assert.That(Value(row, "failed"), Is.EqualTo(failed + 2));
    }

    private static async Task<Page> FirstPageAsync(Nights nights, DateTimeOffset now, string path = "/")
    {
        var clock = new FakeClock(now);
        await using var served = await Served.StartAsync(options => options with { Time = clock }, nights.Location);
        return new Page(await served.TextAsync(path));
    }

    private async Task<Page> PageAsync(string path) => new(await Service.TextAsync(path));

    private long Number(string sql) => long.Parse(Seen.Rows(sql).Single());

    private static long Value(XElement within, string name) => Page.Values(within, name).First();
}
