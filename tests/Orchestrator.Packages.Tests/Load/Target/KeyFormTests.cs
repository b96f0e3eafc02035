using Orchestrator.Core;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Tests.Scd;

namespace Orchestrator.Packages.Tests.Load.Target;

/// <summary>
/// Keys that stand in a form which loads write as well, from another source: in SQLite they are other values, and for
/// their types the same ones.
/// </summary>
[TestFixture(Platform.Sqlite)]
[TestFixture(Platform.PostgreSql)]
internal sealed class KeyFormTests(Platform platform)
{
    private PatternRig _rig = null!;

    [SetUp]
    public void Make() => _rig = new PatternRig(platform);

    [TearDown]
    public void Remove() => _rig.Dispose();

    [TestCase("nchar(5)", "'a    '", "a")]
    [TestCase("char(5)", "'a'", "\"a  \"")]
    [TestCase("datetimeoffset(0)", "'2024-01-01 01:00:00 +01:00'", "2024-01-01 00:00:00 +00:00")]
    [TestCase("datetimeoffset(3)", "'2023-12-31 23:00:00.500 -01:00'", "2024-01-01 00:00:00.5Z")]
    public void A_key_that_is_held_in_another_form_is_not_added_once_more(string type, string held, string loaded) =>
        IsOneKey(type, held, loaded);

    [TestCase("datetimeoffset(0)", "'2024-01-01 00:00:00 +00:00'", "2023-12-31T22:30:00-01:30")]
    [TestCase("datetimeoffset(7)", "'9999-12-31 23:00:00.0000001 -00:30'", "9999-12-31 22:30:00.0000001 -01:00")]
    [TestCase("datetime", "'2024-01-01 10:11:12.1266667'", "2024-01-01 10:11:12.127")]
    [TestCase("datetime", "'2024-01-01 10:11:12.123'", "2024-01-01 10:11:12.123", true)]
    [TestCase("binary(4)", "x'61000000'", "61")]
    [TestCase("binary(4)", "x'10'", "1000")]
    public void So_it_is_of_what_SQLite_alone_keeps_in_another_form(
        string type, string held, string loaded, bool isSame = false)
    {
        IgnoreOnServer();
        IsOneKey(type, held, loaded, isSame);
    }

    private void IsOneKey(string type, string held, string loaded, bool isSame = false)
    {
        foreach (var pattern in new[] { LoadPattern.Merge, LoadPattern.DeltaInsert })
        {
            var load = Load(pattern, Rig.Column("K", type, key: 1));
            _rig.Run(load, "K,V");
            _rig.Execute("DELETE FROM t");
            _rig.Execute($"INSERT INTO t VALUES ({held}, 1)");

            var result = _rig.Run(load, "K,V", $"{loaded},2");

            Assert.That((result.Error?.Code, result.Error?.Class),
                Is.EqualTo(_rig.IsServer || isSame ? ((string?)null, (ErrorClass?)null) : ("ORC3461", ErrorClass.Data)),
                $"{pattern}: {result.Counts} {result.Error?.Message}");
            Assert.That(_rig.Query("SELECT count(*) FROM t"), Is.EqualTo((string[])["1"]));
        }
    }

    [TestCase("nchar(5)", "a", "\"a  \"")]
    [TestCase("datetimeoffset(0)", "2024-01-01 00:00:00 +00:00", "2024-01-01 01:00:00 +01:00")]
    public void A_key_that_is_loaded_in_two_forms_is_not_added_twice(string type, string one, string other)
    {
        if (_rig.IsServer && type.StartsWith("datetimeoffset", StringComparison.Ordinal))
        {
            Assert.Ignore("PostgreSQL keeps no offset, so that none but +00:00 is loaded");
        }

        var load = Load(LoadPattern.Merge, Rig.Column("K", type, key: 1));

        var result = _rig.Run(load, "K,V", $"{one},1", $"{other},2");

        Assert.That(result.Error?.Code, Is.EqualTo(_rig.IsServer ? null : "ORC3461"), $"{result.Counts}");
        Assert.That(_rig.IsServer ? $"{result.Counts}" : result.Error!.Message, _rig.IsServer
            ? Is.EqualTo("2 read = 1 inserted + 1 duplicate")
            : Does.StartWith("1 keys of the rows that are loaded into 't' are there in several forms, such as '"));
    }

    [TestCase("set")]
    [TestCase("dataflow")]
    [TestCase("absorb")]
    public void Versions_and_buffers_have_one_key_as_well(string kind)
    {
        var load = kind == "absorb"
            ? Load(LoadPattern.Merge, Rig.Column("K", "nchar(5)", key: 1)) with
            {
                Kind = "absorb",
                Absorb = new AbsorbOptions(),
                SystemColumns = [new SystemColumn("RowBufferId", "RowBufferId", Rig.Type("bigint"), Origin.Default)],
            }
            : ScdRig.Define(
                new ScdOptions { Engine = kind == "set" ? ScdEngine.Set : ScdEngine.Dataflow },
                ScdRig.Column("V", ColumnChange.Track, "int")) with
            {
                Target = _rig.Target,
                Columns = [Rig.Column("K", "nchar(5)", key: 1), ScdRig.Column("V", ColumnChange.Track, "int")],
            };
        if (kind == "absorb")
        {
            _rig.Execute($"CREATE TABLE t (\"K\" {(_rig.IsServer ? "char(5)" : "TEXT")} PRIMARY KEY NOT NULL, "
                + "\"V\" int, \"RowBufferId\" bigint)");
        }

        var first = _rig.Run(load, "K,V", "a,1");
        _rig.Rig.Moment = _rig.Rig.Moment.AddDays(1);
        var second = _rig.Run(load, "K,V", "\"a    \",1");

        Assert.That(($"{first.Counts}", second.Error?.Code),
            Is.EqualTo(("1 read = 1 inserted", _rig.IsServer ? null : "ORC3461")),
            $"{first.Error?.Message} {second.Counts} {second.Error?.Message}");
        Assert.That(_rig.Query("SELECT count(*) FROM t"), Is.EqualTo((string[])["1"]));
    }

    [Test]
    public void Keys_of_several_columns_and_of_several_moments_are_told_apart()
    {
        IgnoreOnServer();
        var load = Load(
            LoadPattern.Merge, Rig.Column("K", "datetimeoffset(0)", key: 1), Rig.Column("L", "nchar(3)", key: 2));
        string[] lines =
        [
            "K,L,V", "2024-01-01 00:00:00 +00:00,a,1", "2024-01-01 01:00:00 +01:00,b,2",
            "2024-01-01 00:00:00 +01:00,a,3", "2024-01-01 00:00:00 +00:00,\" a\",4",
        ];

        var first = _rig.Run(load, lines);
        var second = _rig.Run(load, lines);

        Assert.That(($"{first.Counts}", $"{second.Counts}"),
            Is.EqualTo(("4 read = 4 inserted", "4 read = 4 unchanged")),
            $"{first.Error?.Message}{second.Error?.Message}");
    }

    [Test]
    public void What_the_target_itself_takes_for_one_key_is_in_no_other_form()
    {
        IgnoreOnServer();
        _rig.Execute("CREATE TABLE t (\"K\" TEXT COLLATE RTRIM PRIMARY KEY NOT NULL, \"V\" INTEGER)");
        _rig.Execute("INSERT INTO t VALUES ('a', 1)");
        var load = Load(LoadPattern.Merge) with
        {
            Columns = [Rig.Column("K", "nchar(5)", key: 1), Rig.Column("V", "int")],
        };

        var result = _rig.Run(load, "K,V", "\"a  \",2", "\"a    \",3");

        Assert.That($"{result.Counts}", Is.EqualTo("2 read = 1 updated + 1 duplicate"), result.Error?.Message);
    }

    [Test]
    public void Of_a_sensitive_object_no_key_is_shown()
    {
        IgnoreOnServer();
        var load = Load(LoadPattern.Merge, Rig.Column("K", "nchar(7)", key: 1) with { Sensitive = true });

        var result = _rig.Run(load, "K,V", "secret,1", "\"secret \",2");

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3461"));
        Assert.That(result.Error!.Message, Does.Not.Contain("secret"));
    }

    private ObjectDefinition Load(LoadPattern pattern, params ColumnDefinition[] key) =>
        _rig.Load(new LoadOptions { Pattern = Rig.Written(pattern) }, [.. key, Rig.Column("V", "int")]);

    private void IgnoreOnServer()
    {
        if (_rig.IsServer)
        {
            Assert.Ignore("a server has one form of each value, or another one of its own");
        }
    }
}
