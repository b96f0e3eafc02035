namespace Orchestrator.Runner.Tests;

internal sealed class WarmUpTests
{
    [Test]
    public void What_is_loaded_while_the_metadata_are_read_is_loaded_without_a_fault() =>
        Assert.That(WarmUp.Load, Throws.Nothing);
}
