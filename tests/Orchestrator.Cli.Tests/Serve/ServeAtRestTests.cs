using System.Diagnostics;
using System.Net;

namespace Orchestrator.Cli.Tests.Serve;

/// <summary>What a service takes while nothing happens, and how soon it is there; printed.</summary>
[Category("Full")]
[Explicit("makes a ledger of a thousand runs, and watches a service for minutes")]
internal sealed class ServeAtRestTests
{
    private const int Packages = 600;
    private const int Runs = 1000;
    private const int Starts = 5;
    private const int BytesMax = 150_000_000;
    private const double CoreMax = 0.01;
    private const string Says = "the page is at ";
    private const string Trigger = "[{trigger: night, cron: '0 0 2 * * ?', timeZone: Europe/Zurich}]";

    private static readonly TimeSpan StartMax = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan Settles = TimeSpan.FromSeconds(20);
    private static readonly TimeSpan Watched = TimeSpan.FromSeconds(150);

    [Test]
    public async Task A_service_over_a_thousand_runs_of_six_hundred_packages_starts_soon_and_takes_little_at_rest()
    {
        RunningCommand.OnLinuxOnly();
        using var folder = new TemporaryFolder();
        FullLedger.Make(folder, Packages, Runs, Trigger);
        TestContext.Out.WriteLine($"{Environment.ProcessorCount} cores");
        using var client = new HttpClient();
        var starts = new List<TimeSpan>();
        for (var start = 1; start < Starts; start++)
        {
            var clock = Stopwatch.StartNew();
            using var service = Serve(folder);
            starts.Add(await ReadyAsync(service, client, clock));
            service.Send("TERM");
            Assert.That(service.ExitCode(), Is.EqualTo(143).Or.Zero, service.Said);
        }

        var since = Stopwatch.StartNew();
        using var watched = Serve(folder);
        starts.Add(await ReadyAsync(watched, client, since));
        TestContext.Out.WriteLine("ready after "
            + string.Join(", ", starts.Select(start => $"{start.TotalSeconds:F2}")) + " s");
        watched.AwaitLine("in force: 1 trigger");
        await PassAsync(Settles);
        var used = ProcessFigures.Used(watched.Id);
        since.Restart();
        await PassAsync(Watched);
        var share = (ProcessFigures.Used(watched.Id) - used) / since.Elapsed;
        var bytes = ProcessFigures.Bytes(watched.Id);

        TestContext.Out.WriteLine($"at rest for {since.Elapsed.TotalSeconds:F0} s: {share:P2} of a core, "
            + $"{bytes / 1e6:F0} MB, at most {ProcessFigures.BytesMost(watched.Id) / 1e6:F0} MB");
        Assert.That(starts, Has.All.LessThan(StartMax));
        Assert.That(bytes, Is.LessThan(BytesMax));
        Assert.That(share, Is.LessThan(CoreMax));
    }

    private static RunningCommand Serve(TemporaryFolder folder) =>
        new(folder.Path, "serve", "--listen", "127.0.0.1:0");

    private static async Task<TimeSpan> ReadyAsync(RunningCommand service, HttpClient client, Stopwatch since)
    {
        service.AwaitLine(Says);
        var address = service.Said.Split('\n').First(line => line.Contains(Says)).Split(Says)[1].Trim();
        // Ready is who has read the metadata and turned once, a little behind the page.
        using var timer = new PeriodicTimer(TimeSpan.FromMilliseconds(10));
        while (!await IsReadyAsync(client, new Uri(new Uri(address), "/readyz")) && since.Elapsed < StartMax * 10)
        {
            await timer.WaitForNextTickAsync();
        }

        return since.Elapsed;
    }

    private static async Task<bool> IsReadyAsync(HttpClient client, Uri address)
    {
        using var answer = await client.GetAsync(address);
        return answer.StatusCode == HttpStatusCode.OK;
    }

    private static async Task PassAsync(TimeSpan time)
    {
        using var timer = new PeriodicTimer(time);
        await timer.WaitForNextTickAsync();
    }
}
