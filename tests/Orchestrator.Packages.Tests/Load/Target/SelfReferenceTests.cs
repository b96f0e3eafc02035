using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load.Target;

/// <summary>Rows that are appended, and point to others that come behind them in the same load.</summary>
[TestFixtureSource(typeof(TestPlatforms), nameof(TestPlatforms.All))]
internal sealed class SelfReferenceTests(Platform platform)
{
    private PatternRig _rig = null!;

    [SetUp]
    public void Make()
    {
        _rig = new PatternRig(platform);
        _rig.Execute($"CREATE TABLE {_rig.Table} ({Quoted("Id")} int NOT NULL PRIMARY KEY, {Quoted("P")} int, "
            + $"FOREIGN KEY ({Quoted("P")}) REFERENCES {_rig.Table} ({Quoted("Id")}))");
    }

    [TearDown]
    public void Remove() => _rig?.Dispose();

    [TestCase(true)]
    [TestCase(false)]
    public void A_child_may_come_before_its_parent(bool isFast)
    {
        if (platform == Platform.MariaDb)
        {
            Assert.Ignore("MariaDB looks at the key with each row of a statement");
        }

        var result = _rig.Run(Load(Policy.Fail, isFast), "Id,P", "3,1", "1,");

        Assert.That($"{result.Counts}", Is.EqualTo("2 read = 2 inserted"), result.Error?.Message);
    }

    [Test]
    public void Only_a_row_whose_parent_is_nowhere_is_rejected()
    {
        var result = _rig.Run(Load(Policy.Redirect, isFast: true), "Id,P", "3,1", "2,3", "1,", "5,4");

        Assert.That($"{result.Counts}", Is.EqualTo("4 read = 3 inserted + 1 rejected"), result.Error?.Message);
        Assert.That(
            _rig.Query($"SELECT {Quoted("Id")} FROM {_rig.Table} ORDER BY 1"),
            Is.EqualTo((string[])["1", "2", "3"]));
    }

    // MariaDB's own quotes are others, and its names of columns need none.
    private string Quoted(string name) => platform == Platform.MariaDb ? name : $"\"{name}\"";

    private ObjectDefinition Load(Policy policy, bool isFast)
    {
        var load = _rig.Load(
            new LoadOptions { Pattern = Rig.Written(LoadPattern.Append), FastLoad = Rig.Written(isFast) },
            Rig.Column("Id", "int", key: 1) with { Nullable = false }, Rig.Column("P", "int"));
        return load with { Errors = load.Errors with { OnError = Rig.Written(policy) } };
    }
}
