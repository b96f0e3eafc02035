using System.Net;

namespace Orchestrator.Service.Tests.Metrics;

/// <summary>The page for Prometheus, by SQL that the service does not use.</summary>
internal sealed class MetricsPageTests : NightsFixture
{
    private Exposition _page = null!;

    [OneTimeSetUp]
    public async Task Ask() => _page = new Exposition(await Service.TextAsync("/metrics"));

    [Test]
    public void Runs_and_packages_are_those_of_the_ledger_that_have_ended()
    {
        Assert.That(_page.By("orchestrator_runs_total", "verdict"), Is.EquivalentTo(Counted(
            "select verdict || '=' || count(*) from runs where ended_at is not null group by verdict")));
        Assert.That(_page.By("orchestrator_packages_total", "outcome"), Is.EquivalentTo(Counted("""
            select n.state || '=' || count(*) from nodes n join runs r on r.run = n.run
            where n.kind = 'Package' and r.ended_at is not null group by n.state
            """)));
        Assert.That(_page.By("orchestrator_packages_total", "project").Keys, Is.EquivalentTo(Seen.Rows("""
            select distinct substr(name, 1, instr(name, '/') - 1) from nodes where kind = 'Package'
            """)));
    }

    [Test]
    public void Durations_rows_and_waits_are_those_of_the_ledger()
    {
        Assert.That(_page.By("orchestrator_package_duration_seconds_count", "outcome"), Is.EquivalentTo(Counted("""
            select a.state || '=' || count(*) from attempts a join runs r on r.run = a.run
            where r.ended_at is not null group by a.state
            """)));
        Assert.That(_page.Sum("orchestrator_package_duration_seconds_sum"), Is.EqualTo(Number("""
            select sum(a.ended_at - a.started_at) from attempts a join runs r on r.run = a.run
            where r.ended_at is not null
            """) / 1e6).Within(1e-3));
        Assert.That(_page.By("orchestrator_rows_total", "kind")["read"], Is.EqualTo(Number("""
            select sum(a.rows_read) from attempts a join runs r on r.run = a.run where r.ended_at is not null
            """)));
        Assert.That(_page.By("orchestrator_rows_total", "kind")["rejected"], Is.EqualTo(Number("""
            select sum(a.rows_rejected) from attempts a join runs r on r.run = a.run where r.ended_at is not null
            """)));
        Assert.That(_page.Sum("orchestrator_package_wait_seconds_total"), Is.EqualTo(Number("""
            select sum(w.duration) from waits w join attempts a on a.attempt = w.attempt
            join runs r on r.run = a.run where r.ended_at is not null and w.reason <> 'Working'
            """) / 1e6).Within(1e-3));
    }

    [Test]
    public void Buckets_grow_to_the_count()
    {
        var buckets = _page.Samples.Where(one => one.Name == "orchestrator_package_duration_seconds_bucket")
            .GroupBy(one => (one.Labels["batch"], one.Labels["project"], one.Labels["outcome"]));

        Assert.That(buckets, Is.Not.Empty);
        foreach (var group in buckets)
        {
            Assert.That(group.Select(one => one.Value), Is.Ordered);
            Assert.That(group.Last().Labels["le"], Is.EqualTo("+Inf"));
            Assert.That(group.Last().Value, Is.EqualTo(_page.Samples.Single(one =>
                one.Name == "orchestrator_package_duration_seconds_count" && one.Labels["batch"] == group.Key.Item1
                && one.Labels["project"] == group.Key.Item2 && one.Labels["outcome"] == group.Key.Item3).Value));
        }
    }

    [Test]
    public void What_is_so_now_is_that_of_the_run_at_work()
    {
        Assert.That(_page.Sum("orchestrator_runs_at_work"), Is.EqualTo(1));
        Assert.That(_page.Sum("orchestrator_gate_slots"), Is.EqualTo(6));
        Assert.That(_page.Sum("orchestrator_gate_in_use"), Is.EqualTo(
            Number("select count(*) from nodes where run = 6 and kind = 'Package' and state = 'Running'")));
    }

    [Test]
    public void Nothing_that_has_many_values_tells_numbers_apart()
    {
        Assert.That(_page.Samples.SelectMany(one => one.Labels.Keys).Distinct(), Is.SubsetOf((string[])
            ["solution", "environment", "batch", "project", "outcome", "kind", "reason", "verdict", "le", "version"]));
    }

    [Test]
    public async Task After_a_restart_the_numbers_are_the_same()
    {
        await using var other = await Served.StartAsync(ledger: Seen.Location);

        Assert.That(Ended(new Exposition(await other.TextAsync("/metrics"))), Is.EqualTo(Ended(_page)));
    }

    [Test]
    public async Task A_run_counts_once_it_has_ended_and_once()
    {
        using var nights = Nights.Several(isAtWork: false);
        var time = new FakeClock();
        await using var served = await Served.StartAsync(options => options with { Time = time }, nights.Location);
        double[] runs = [await RunsAsync(), await RunsAsync(), await RunsAsync()];
        nights.Add(FailedNight.Plan, FailedNight.Of, -1);

        Assert.That(runs, Is.EqualTo((double[])[5, 5, 5]));
        Assert.That(await RunsAsync(), Is.EqualTo(6));

        async Task<double> RunsAsync()
        {
            time.Advance(TimeSpan.FromSeconds(6));
            return new Exposition(await served.TextAsync("/metrics")).Sum("orchestrator_runs_total");
        }
    }

    [Test]
    public async Task Without_a_ledger_the_page_is_there_and_empty()
    {
        await using var served = await Served.StartAsync();

        var page = new Exposition(await served.TextAsync("/metrics"));
        Assert.That(page.Types, Does.ContainKey("orchestrator_runs_total"));
        Assert.That(page.Sum("orchestrator_runs_total"), Is.Zero);
    }

    [Test]
    public async Task Nobody_sees_it_without_the_role_of_a_viewer()
    {
        await using var served = await Served.StartAsync(Served.WithTokens, Seen.Location);

        Assert.That(await served.StatusAsync("/metrics"), Is.EqualTo(HttpStatusCode.Unauthorized));
        Assert.That(await served.StatusAsync("/metrics?token=" + Served.ViewerToken),
            Is.EqualTo(HttpStatusCode.BadRequest));
        Assert.That(await served.StatusAsync("/metrics", ("Authorization", "Bearer " + Served.RevokedToken)),
            Is.EqualTo(HttpStatusCode.Unauthorized));
        Assert.That(await served.StatusAsync("/metrics", ("Authorization", "Bearer " + Served.ViewerToken)),
            Is.EqualTo(HttpStatusCode.OK));
        Assert.That(served.Refused.Select(entry => entry.Action), Has.All.EqualTo("GET /metrics"));
    }

    private static IEnumerable<string> Ended(Exposition page) => page.Samples
        .Where(one => page.Types.GetValueOrDefault(one.Name) == "counter" || one.Labels.ContainsKey("le"))
        .Select(one => $"{one.Name} {string.Join(',', one.Labels)} {one.Value}");

    private double Number(string sql) =>
        double.Parse(Seen.Rows(sql).Single(), System.Globalization.CultureInfo.InvariantCulture);

    private Dictionary<string, double> Counted(string sql) => Seen.Rows(sql).Select(row => row.Split('='))
        .ToDictionary(row => row[0], row => double.Parse(row[1], System.Globalization.CultureInfo.InvariantCulture));
}
