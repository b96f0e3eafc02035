using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load.Target;

/// <summary>The first load of a table that is not there, whose rows are committed in parts.</summary>
[TestFixture(Platform.Sqlite)]
[TestFixture(Platform.PostgreSql)]
internal sealed class CommittedFirstLoadTests(Platform platform)
{
    private PatternRig _rig = null!;

    [SetUp]
    public void Make() => _rig = new PatternRig(platform);

    [TearDown]
    public void Remove() => _rig.Dispose();

    [TestCase(LoadPattern.TruncateInsert)]
    [TestCase(LoadPattern.DropAndReload)]
    public void All_its_rows_are_loaded_and_those_of_the_next_as_well(LoadPattern pattern)
    {
        var load = _rig.Load(
            new LoadOptions { Pattern = Rig.Written(pattern), CommitRows = Rig.Written(2L) },
            Rig.Column("Id", "int"));

        foreach (var last in (string[])["5", "6"])
        {
            var result = _rig.Run(load, "Id", "1", "2", "3", "4", last);

            Assert.That(result.Error?.Message, Is.Null);
            Assert.That(
                _rig.Query("SELECT \"Id\" FROM t ORDER BY 1"),
                Is.EqualTo((string[])["1", "2", "3", "4", last]));
        }
    }
}
