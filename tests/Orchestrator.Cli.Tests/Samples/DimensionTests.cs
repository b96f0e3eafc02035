namespace Orchestrator.Cli.Tests.Samples;

/// <summary>The sample of a slowly changing dimension, delivery by delivery.</summary>
internal sealed class DimensionTests
{
    [Test]
    public void Each_delivery_goes_into_the_versions_and_the_same_one_twice_changes_nothing()
    {
        using var sample = Samples.Copy("dimension");
        var second = Path.Combine(sample.Folder, "data", "customer-2.csv");
        var text = File.ReadAllText(second);
        File.Delete(second);

        var first = sample.Run(["run", "-q"], new Dictionary<string, string>());
        File.WriteAllText(second, text);
        var next = sample.Run(["run"], new Dictionary<string, string>());
        var again = sample.Run(["run"], new Dictionary<string, string>());

        Assert.That(first.Exit, Is.Zero, first.Output + first.Error);
        Assert.That(next.Output, Does.Contain("5 read = 1 inserted + 3 updated + 1 rejected"), next.Error);
        Assert.That(again.Output, Does.Contain("5 read = 4 unchanged + 1 rejected"), again.Error);
    }
}
