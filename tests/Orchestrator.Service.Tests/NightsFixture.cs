namespace Orchestrator.Service.Tests;

/// <summary>Several nights in a ledger, and a service that shows them, for all tests of a class.</summary>
internal abstract class NightsFixture
{
    protected Nights Seen { get; private set; } = null!;

    protected Served Service { get; private set; } = null!;

    [OneTimeSetUp]
    public async Task Serve()
    {
        Seen = Nights.Several();
        Service = await Served.StartAsync(ledger: Seen.Location);
    }

    [OneTimeTearDown]
    public async Task Stop()
    {
        await Service.DisposeAsync();
        Seen.Dispose();
    }
}
