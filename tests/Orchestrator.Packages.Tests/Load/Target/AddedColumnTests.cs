using Orchestrator.Data.Sqlite;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load.Target;

/// <summary>What is told of a column that a load has added to its target, and then failed.</summary>
internal sealed class AddedColumnTests
{
    [Test]
    public void It_is_told_of_where_it_stays_although_no_row_has_moved([Values] bool undoesDefinitions)
    {
        var platform = new RecordedPlatform(
            SqlitePlatform.Instance,
            SqlitePlatform.Instance.Abilities with { UndoesDefinitions = undoesDefinitions });
        using var rig = new PatternRig(Platform.Sqlite);
        rig.Rig.PlatformOf = connection => connection.Platform == Platform.Files ? null : platform;
        var options = new LoadOptions
        {
            Pattern = Rig.Written(LoadPattern.Merge),
            Drift = Rig.Written<Drift?>(Drift.AddColumns),
        };
        Assert.That(rig.Run(rig.Load(options, Rig.Column("Id", "int", key: 1)), "Id", "1").Error, Is.Null);
        platform.Before = entry =>
        {
            if (entry == "create load table of t")
            {
                throw new EndOfStreamException("gone");
            }
        };

        var result = rig.Run(
            rig.Load(options, Rig.Column("Id", "int", key: 1), Rig.Column("Name", "nvarchar(5)")), "Id,Name", "1,a");

        Assert.That(result.Error, Is.Not.Null);
        Assert.That(
            result.Warnings.Count(warning => warning.Contains("was added to", StringComparison.Ordinal)),
            Is.EqualTo(undoesDefinitions ? 0 : 1));
    }
}
