using Orchestrator.Core;

namespace Orchestrator.Faults.Tests.KilledServer;

/// <summary>A table that a crash of the server empties, whatever was flushed: no run relies on it.</summary>
internal sealed class EmptiedTableTests
{
    private const string Table = "r0";
    private const string Package = $"Staging/{Table}";

    [Test]
    public void What_is_hardened_in_it_is_lost_and_loaded_again()
    {
        using var cluster = Cluster.Start("fsync=on");
        using var night = new LoadedNight(cluster, "level", retries: 0);
        night.Execute($"ALTER TABLE staging.{Table} SET UNLOGGED");
        // It adds its rows, and would do so twice where they are still there.
        night.Execute("ALTER TABLE staging.a0 SET UNLOGGED");

        var called = night.Run("Nightly");
        cluster.Kill();
        night.AwaitServer();

        Assert.That(called.ExitCode, Is.Zero, called.Text);
        Assert.That(night.Warnings(), Has.One.StartsWith($"ORC3521 a crash of the server empties 'staging.{Table}'"));
        Assert.That(night.States().Values, Is.All.EqualTo(NodeState.Hardened));
        Assert.That(night.Rows(Table), Is.Empty);
        Assert.That(night.Again(), Is.EqualTo(new[] { Package }));

        var again = night.Run("Nightly", "-s", Package);

        Assert.That(again.ExitCode, Is.Zero, again.Text);
        Assert.That(night.Rows(Table), Has.Length.EqualTo(LoadedNight.RowsTonight));
    }
}
