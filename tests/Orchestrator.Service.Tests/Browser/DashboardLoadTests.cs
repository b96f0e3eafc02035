using System.Text;
using Orchestrator.Cli.Tests;
using Orchestrator.Ledger;

namespace Orchestrator.Service.Tests.Browser;

/// <summary>
/// Ten thousand packages of which a hundred transitions a second are recorded, on the pages of a service of its own
/// process: how large pages are, how soon they are seen, how soon a key is answered; printed.
/// </summary>
[Category("Full")]
[Explicit("measures for minutes")]
internal sealed class DashboardLoadTests
{
    private const string Says = "the page is at ";
    private const int PerSecond = 100;
    private const int Loads = 5;
    private const int Keys = 120;
    private const int HtmlMax = 500_000;
    private const double PaintMax = 1_000;
    private const double KeyMax = 100;
    private const long MemoryMax = 500_000_000;

    private static readonly string[] Pages =
    [
        "/", "/now", "/runs", "/runs/2", "/runs/2?page=50&sort=took", "/runs/2/plan", "/runs/2/plan?node=Stage1%2FC1",
        "/runs/1", "/failures", "/schedules", "/runs/2/packages/Stage1/table_1_000", "/packages/Stage1/table_1_000",
    ];

    // From the key to the next picture, whatever the page does meanwhile.
    private const string Watch = """
        self.answered = [];
        addEventListener('keydown', pressed => requestAnimationFrame(() => setTimeout(
            () => self.answered.push(performance.now() - pressed.timeStamp))), true);
        """;

    [Test]
    public async Task Pages_of_ten_thousand_packages_at_work_are_small_and_soon_there()
    {
        RunningCommand.OnLinuxOnly();
        using var folder = new TemporaryFolder();
        folder.Write("solution.yaml", """
            formatVersion: 1
            solution: Shop
            connections: [{connection: Stage, platform: Sqlite}]
            batches: [{batch: Nightly, projects: [Night]}]
            projects: [{project: Night, target: Stage, objects: [{object: p, kind: sql, sql: select 1}]}]
            """);
        var plan = NightPlan.Of(5, 1_000) with { Environment = "default" };
        var location = LedgerLocation.OfSolution(folder.Path);
        using (new Night(plan, Of, 32, within: location))
        {
        }

        using var live = new LiveNight(location, plan, 32, PerSecond);
        using var service = new RunningCommand(folder.Path, "serve", "--listen", "127.0.0.1:0");
        service.AwaitLine(Says);
        var address = new Uri(service.Said.Split('\n').First(line => line.Contains(Says)).Split(Says)[1].Trim());
        using var chromium = Chromium.Start(TimeSpan.FromMinutes(20));
        chromium.RunFirst(Watch);

        TestContext.Out.WriteLine($"{Environment.ProcessorCount} cores");
        var found = new List<(string Page, int Html, double Paint)>();
        foreach (var page in Pages)
        {
            var html = await SizeAsync(new Uri(address, page));
            var paints = await PaintedAsync(chromium, new Uri(address, page));
            found.Add((page, html, paints[Loads / 2]));
            TestContext.Out.WriteLine($"{page}: {html:#,0} bytes, seen after {paints[Loads / 2]:F0} ms (median of "
                + $"{Loads}, at most {paints[^1]:F0})");
        }

        var keys = await AnsweredAsync(chromium, new Uri(address, "/runs/2"));
        TestContext.Out.WriteLine($"a key is answered within {keys[keys.Count / 2]:F0} ms (median), "
            + $"{keys[keys.Count * 98 / 100]:F0} ms (98 of 100), {keys[^1]:F0} ms (all {keys.Count})");
        var memory = ProcessFigures.BytesMost(service.Id);
        TestContext.Out.WriteLine($"{live.Rate:F0} transitions a second were recorded, {live.Ended:#,0} packages have "
            + $"ended; the service took at most {memory / 1e6:F0} MB");

        Assert.That(live.Rate, Is.GreaterThan(PerSecond * 0.95));
        Assert.That(found.Where(page => page.Html >= HtmlMax), Is.Empty);
        Assert.That(found.Where(page => page.Paint >= PaintMax), Is.Empty);
        Assert.That(keys[keys.Count * 98 / 100], Is.LessThan(KeyMax));
        Assert.That(memory, Is.LessThan(MemoryMax));
    }

    private static async Task<int> SizeAsync(Uri page)
    {
        using var client = new HttpClient();
        return Encoding.UTF8.GetByteCount(await client.GetStringAsync(page));
    }

    /// <summary>Milliseconds until something is seen, the fastest load first; none finds an answer of the one before.
    /// </summary>
    private static async Task<List<double>> PaintedAsync(Chromium chromium, Uri page)
    {
        var times = new List<double>();
        using var timer = new PeriodicTimer(TimeSpan.FromMilliseconds(1_200));
        for (var load = 0; load < Loads; load++)
        {
            await timer.WaitForNextTickAsync();
            chromium.Open(page.AbsoluteUri, 1_440, 900);
            times.Add((double)chromium.Ask("""
                new Promise(done => new PerformanceObserver(seen => done(seen.getEntries()[0].startTime))
                    .observe({ type: 'paint', buffered: true }))
                """)!);
        }

        return [.. times.Order()];
    }

    /// <summary>How long each of many keys took, the fastest first, while news come in.</summary>
    private static async Task<List<double>> AnsweredAsync(Chromium chromium, Uri page)
    {
        chromium.Open(page.AbsoluteUri, 1_440, 900);
        using var timer = new PeriodicTimer(TimeSpan.FromMilliseconds(150));
        for (var key = 0; key < Keys; key++)
        {
            await timer.WaitForNextTickAsync();
            chromium.Tab();
        }

        await timer.WaitForNextTickAsync();
        Assert.That((string)chromium.Ask("document.querySelector('#updated').innerText")!, Does.Contain("ago"));
        return [.. chromium.Ask("self.answered")!.AsArray().Select(time => (double)time!).Order()];
    }

    private static Work Of(int node, int attempt) => new()
    {
        Takes = TimeSpan.FromSeconds(3 + (node * 37 % 50)),
        Rows = new(node, node - 1, 0, 0, 0, 0, 1, 0),
        Error = node % 97 == 0 && node > 9_000 ? Work.ErrorOf(FailedNight.FirstError) : null,
    };
}
