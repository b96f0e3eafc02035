using System.Net;
using Orchestrator.Ledger;
using Orchestrator.Service.Scheduling;

namespace Orchestrator.Service.Tests;

/// <summary>Whether it lives and can work, for whoever restarts it.</summary>
internal sealed class HealthTests
{
    [Test]
    public async Task It_lives_and_is_ready_and_tells_nothing_else()
    {
        await using var served = await Served.StartAsync(Served.WithTokens);

        Assert.That(await served.TextAsync("/healthz"), Is.EqualTo("ok\n"));
        Assert.That(await served.TextAsync("/readyz"), Is.EqualTo("ready\n"));
    }

    [TestCase(29, "", HttpStatusCode.OK)]
    [TestCase(30, "", HttpStatusCode.ServiceUnavailable)]
    [TestCase(0, "a mistake", HttpStatusCode.ServiceUnavailable)]
    public async Task Where_its_scheduler_stands_still_or_fails_it_is_not_ready(
        int seconds, string trouble, HttpStatusCode expected)
    {
        var clock = new FakeClock();
        var state = new SchedulerState { Turned = clock.GetUtcNow().AddSeconds(-seconds), Trouble = trouble };
        await using var served = await Served.StartAsync(
            options => options with { Time = clock, Scheduler = () => state });

        Assert.That(await served.StatusAsync("/readyz"), Is.EqualTo(expected));
    }

    [Test]
    public async Task Whoever_asks_whether_it_lives_needs_no_ledger_to_be_known()
    {
        await using var served = await Served.StartAsync(options => options with
        {
            HasTokens = () => throw new LedgerException(LedgerCodes.CannotOpen, "it is away"),
        });

        Assert.That(await served.TextAsync("/healthz"), Is.EqualTo("ok\n"));
        Assert.That(await served.StatusAsync("/runs"), Is.EqualTo(HttpStatusCode.ServiceUnavailable));
    }

    [Test]
    public async Task Where_its_ledger_cannot_be_read_it_lives_and_is_not_ready()
    {
        var folder = Directory.CreateTempSubdirectory("orchestrator-broken-");
        var file = Path.Combine(folder.FullName, "ledger.db");
        await File.WriteAllTextAsync(file, string.Concat(Enumerable.Repeat("no ledger\n", 1_000)));
        await using var served = await Served.StartAsync(ledger: new LedgerLocation(file));

        using var ready = await served.GetAsync("/readyz");

        Assert.That(ready.StatusCode, Is.EqualTo(HttpStatusCode.ServiceUnavailable));
        Assert.That(await ready.Content.ReadAsStringAsync(), Is.EqualTo("not ready\n"));
        Assert.That(await served.StatusAsync("/healthz"), Is.EqualTo(HttpStatusCode.OK));
        folder.Delete(recursive: true);
    }
}
