using Orchestrator.Data.Sqlite;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Scd;

/// <summary>When a target of versions gets the index that keeps each of them the only one.</summary>
internal sealed class ScdIndexTests
{
    private static readonly DateTime Moment = new(2026, 1, 31, 2, 0, 0, DateTimeKind.Utc);

    [Test]
    public void Behind_its_rows_or_where_definitions_are_committed_at_once_with_the_table(
        [Values] bool undoesDefinitions, [Values] ScdEngine engine)
    {
        var platform = new RecordedPlatform(
            SqlitePlatform.Instance,
            SqlitePlatform.Instance.Abilities with { UndoesDefinitions = undoesDefinitions });
        using var rig = new ScdRig(Platform.Sqlite, ScdRig.Define(
            new ScdOptions { EffectiveFrom = "Eff", Engine = engine }, ScdRig.Column("C", ColumnChange.Track)));
        rig.Pattern.Rig.PlatformOf = connection => connection.Platform == Platform.Files ? null : platform;

        PackageResult[] results = [rig.Run([Row(1, "a")], [], Moment), rig.Run([Row(2, "b")], [], Moment)];

        int[] indexes = [.. platform.Log.Index()
            .Where(entry => entry.Item.StartsWith("CREATE UNIQUE INDEX \"t_versions\"", StringComparison.Ordinal))
            .Select(entry => entry.Index)];
        Assert.That(results.Select(result => result.Error), Is.All.Null);
        Assert.That(indexes, Has.Length.EqualTo(1));
        Assert.That(
            indexes[0] - platform.Log.IndexOf("create t"), undoesDefinitions ? Is.GreaterThan(1) : Is.EqualTo(1));
        Assert.That(rig.Held(), Has.Length.EqualTo(2));
    }

    private static ScdRow Row(int day, string value) => new(
        1, new DateTime(2024, 1, 1).AddDays(day), new Dictionary<string, string?> { ["C"] = value });
}
