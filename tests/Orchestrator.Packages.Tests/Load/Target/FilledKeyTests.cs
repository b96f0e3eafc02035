using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load.Target;

/// <summary>Keys that some sources fill up to their length and others do not, where both forms are kept.</summary>
[TestFixtureSource(typeof(TestPlatforms), nameof(TestPlatforms.Everywhere))]
internal sealed class FilledKeyTests(Platform platform)
{
    private PatternRig _rig = null!;

    [SetUp]
    public void Make() => _rig = new PatternRig(platform);

    [TearDown]
    public void Remove() => _rig.Dispose();

    [TestCase(LoadPattern.Merge)]
    [TestCase(LoadPattern.DeltaInsert)]
    public void Bytes_that_are_filled_up_by_one_source_and_not_by_another_are_one_key_too(LoadPattern pattern)
    {
        var load = Load(pattern, Rig.Column("K", "binary(4)", key: 1));
        _rig.Run(load, "K,V", "61000000,1");

        var held = _rig.Run(load, "K,V", "61,2");
        var twice = _rig.Run(load, "K,V", "10000000,1", "1000,2");

        Assert.That((held.Error?.Code, twice.Error?.Code), Is.EqualTo(("ORC3461", "ORC3461")),
            $"{held.Counts} {held.Error?.Message} {twice.Counts} {twice.Error?.Message}");
        Assert.That(held.Error!.Message, Does.Match(@"^1 rows that are loaded have a key that '(\w+\.)?t' holds in"));
        Assert.That(
            twice.Error!.Message, Does.Match(@"^1 keys of the rows that are loaded into '(\w+\.)?t' are there"));
        Assert.That(_rig.Query("SELECT count(*) FROM t"), Is.EqualTo((string[])["1"]));
    }

    [Test]
    public void Bytes_that_nothing_fills_up_are_keys_of_their_own()
    {
        var load = Load(LoadPattern.Merge, Rig.Column("K", "varbinary(4)", key: 1));

        var result = _rig.Run(load, "K,V", "61,1", "6100,2");

        Assert.That($"{result.Counts}", Is.EqualTo("2 read = 2 inserted"), result.Error?.Message);
    }

    [Test]
    public void Of_a_key_of_several_columns_one_alone_may_be_filled_up()
    {
        var load = Load(
            LoadPattern.Merge, Rig.Column("K", "binary(2)", key: 1), Rig.Column("L", "binary(2)", key: 2));
        _rig.Run(load, "K,L,V", "6161,6100,1");

        var result = _rig.Run(load, "K,L,V", "6161,61,2");
        var others = _rig.Run(load, "K,L,V", "6161,6161,2", "6161,6262,2");

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3461"), $"{result.Counts}");
        Assert.That($"{others.Counts}", Is.EqualTo("2 read = 2 inserted"), others.Error?.Message);
    }

    [Test]
    public void Text_is_one_key_with_its_blanks_and_without_where_the_target_tells_them_apart()
    {
        if (platform == Platform.PostgreSql)
        {
            Assert.Ignore("there a char(n) has one form");
        }

        _rig.Execute($"CREATE TABLE t (\"K\" varchar(5) {(platform == Platform.MariaDb
            ? "CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin " : "")}NOT NULL PRIMARY KEY, \"V\" int)");
        var load = Load(LoadPattern.Merge, Rig.Column("K", "nchar(5)", key: 1));
        _rig.Run(load, "K,V", "a,1");

        var held = _rig.Run(load, "K,V", "\"a    \",2");
        var twice = _rig.Run(load, "K,V", "b,1", "\"b    \",2");

        Assert.That((held.Error?.Code, twice.Error?.Code), Is.EqualTo(("ORC3461", "ORC3461")),
            $"{held.Counts} {held.Error?.Message} {twice.Counts} {twice.Error?.Message}");
    }

    private ObjectDefinition Load(LoadPattern pattern, params ColumnDefinition[] key) =>
        _rig.Load(new LoadOptions { Pattern = Rig.Written(pattern) }, [.. key, Rig.Column("V", "int")]);
}
