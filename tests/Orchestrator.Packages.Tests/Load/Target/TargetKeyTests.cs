using Orchestrator.Core;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Tests.Scd;

namespace Orchestrator.Packages.Tests.Load.Target;

/// <summary>Keys are compared as the target compares them: with what it holds, and within one load.</summary>
[TestFixture(Platform.Sqlite)]
[TestFixture(Platform.PostgreSql)]
internal sealed class TargetKeyTests(Platform platform)
{
    private const string Rows = """SELECT "K", "V" FROM t ORDER BY 1""";

    private PatternRig _rig = null!;

    [SetUp]
    public void Make() => _rig = new PatternRig(platform);

    [TearDown]
    public void Remove() => _rig.Dispose();

    [TestCase(LoadPattern.Merge, 0, "b|4", "B|5")]
    [TestCase(LoadPattern.Merge, 1, "b|4", "B|5")]
    [TestCase(LoadPattern.DeltaInsert, 0, "b|4", "b|4")]
    [TestCase(LoadPattern.DeltaInsert, 1, "b|4", "b|4")]
    public void Rows_whose_keys_differ_in_case_alone_are_one_where_the_target_says_so(
        LoadPattern pattern, long commitRows, string first, string second)
    {
        MakeTable("");
        var load = Load(pattern, commitRows);

        var one = _rig.Run(load, "K,V", "B,3", "b,4");
        var held = _rig.Query(Rows);
        var two = _rig.Run(load, "K,V", "b,4", "B,5");

        Assert.That((one.Error?.Message, two.Error?.Message), Is.EqualTo(((string?)null, (string?)null)));
        Assert.That($"{one.Counts}", Is.EqualTo("2 read = 1 inserted + 1 duplicate"));
        Assert.That(two.Counts is { Inserted: 0, Duplicate: 1 }, Is.True, $"{two.Counts}");
        Assert.That(held, Is.EqualTo((string[])[first]));
        Assert.That(_rig.Query("""SELECT "V" FROM t"""), Is.EqualTo((string[])[second.Split('|')[1]]));
    }

    [Test]
    public void Without_an_index_they_are_one_as_well()
    {
        MakeTable("", isUnique: false);
        _rig.Execute("INSERT INTO t VALUES ('Ann', 1)");

        var result = _rig.Run(Load(LoadPattern.Merge), "K,V", "ann,2", "ANN,3");

        Assert.That($"{result.Counts}", Is.EqualTo("2 read = 1 updated + 1 duplicate"), result.Error?.Message);
        Assert.That(_rig.Query("""SELECT "V" FROM t"""), Is.EqualTo((string[])["3"]));
    }

    [TestCase(ScdEngine.Set)]
    [TestCase(ScdEngine.Dataflow)]
    public void A_key_in_another_case_has_one_current_version(ScdEngine engine)
    {
        var scd = ScdRig.Define(
            new ScdOptions { Engine = engine }, ScdRig.Column("V", ColumnChange.Track, "int"));
        scd = scd with { Target = _rig.Target, Columns = [Key(), scd.Columns[^1]] };
        _rig.Run(scd, "K,V");
        Retype();
        _rig.Rig.Moment = _rig.Rig.Moment.AddDays(1);

        var one = _rig.Run(scd, "K,V", "B,3", "b,4");
        _rig.Rig.Moment = _rig.Rig.Moment.AddDays(1);
        var two = _rig.Run(scd, "K,V", "B,5");
        _rig.Rig.Moment = _rig.Rig.Moment.AddDays(1);
        var same = _rig.Run(scd, "K,V", "b,5");

        Assert.That((one.Error?.Message, two.Error?.Message, same.Error?.Message),
            Is.EqualTo(((string?)null, (string?)null, (string?)null)));
        Assert.That($"{one.Counts}", Is.EqualTo("2 read = 1 inserted + 1 duplicate"));
        Assert.That(($"{two.Counts}", $"{same.Counts}"), Is.EqualTo(("1 read = 1 updated", "1 read = 1 unchanged")));
        Assert.That(_rig.Query("""SELECT "V" FROM t ORDER BY 1"""), Is.EqualTo((string[])["4", "5"]));
    }

    [TestCase(false)]
    [TestCase(true)]
    public void A_buffer_is_drained_whose_rows_are_one_in_the_target_alone(bool isMadeBefore)
    {
        MakeTable(", \"RowBufferId\" bigint");
        if (isMadeBefore)
        {
            _rig.Execute(platform == Platform.Sqlite
                ? "CREATE TABLE t_buffer (\"K\" TEXT NOT NULL, \"V\" INTEGER, \"RowBufferId\" INTEGER PRIMARY KEY "
                    + "AUTOINCREMENT, \"RowBufferedAt\" INTEGER NOT NULL DEFAULT 0)"
                : "CREATE TABLE t_buffer (\"K\" text NOT NULL, \"V\" int, \"RowBufferId\" bigint GENERATED ALWAYS AS "
                    + "IDENTITY, \"RowBufferedAt\" timestamptz NOT NULL DEFAULT now())");
        }

        var absorb = Rig.Load("t", Key(), Rig.Column("V", "int")) with
        {
            Kind = "absorb",
            Target = _rig.Target,
            Absorb = new AbsorbOptions(),
            SystemColumns = [new SystemColumn("RowBufferId", "RowBufferId", Rig.Type("bigint"), Origin.Default)],
        };

        var one = _rig.Run(absorb, "K,V", "B,3", "b,4");
        var two = _rig.Run(absorb, "K,V", "B,5");

        Assert.That((one.Error?.Message, two.Error?.Message), Is.EqualTo(((string?)null, (string?)null)));
        Assert.That(($"{one.Counts}", $"{two.Counts}"),
            Is.EqualTo(("2 read = 1 inserted + 1 duplicate", "1 read = 1 updated")));
        Assert.That(_rig.Query("""SELECT "V" FROM t"""), Is.EqualTo((string[])["5"]));
        Assert.That(_rig.Query("SELECT count(*) FROM t_buffer"), Is.EqualTo((string[])["0"]));
    }

    [Test]
    public void Blanks_at_the_end_are_none_where_the_target_says_so()
    {
        _rig.Execute(platform == Platform.Sqlite
            ? "CREATE TABLE t (\"K\" TEXT COLLATE RTRIM PRIMARY KEY NOT NULL, \"V\" INTEGER)"
            : "CREATE TABLE t (\"K\" char(5) PRIMARY KEY, \"V\" int)");
        var load = Load(LoadPattern.Merge);
        load = platform == Platform.Sqlite ? load
            : load with { Columns = [Rig.Column("K", "nchar(5)", key: 1), load.Columns[1]] };

        var result = _rig.Run(load, "K,V", "a,1", "\"a  \",2");
        var again = _rig.Run(load, "K,V", "\"a \",2");

        Assert.That($"{result.Counts}", Is.EqualTo("2 read = 1 inserted + 1 duplicate"), result.Error?.Message);
        Assert.That(again.Counts.Inserted, Is.Zero, again.Error?.Message);
    }

    [Test]
    public void Numbers_of_different_scale_are_one_key_where_the_target_keeps_numbers()
    {
        _rig.Execute($"CREATE TABLE t (\"K\" {(platform == Platform.Sqlite ? "DECIMAL" : "numeric")} PRIMARY KEY NOT "
            + "NULL, \"V\" int)");
        var load = Load(LoadPattern.Merge);

        var one = _rig.Run(load, "K,V", "1.0,1", "1.00,2", "0,3", "-0,4", "10,5", "9,6");
        var two = _rig.Run(load, "K,V", "1,2", "0.0,4", "1e1,5");

        Assert.That($"{one.Counts}", Is.EqualTo("6 read = 4 inserted + 2 duplicate"), one.Error?.Message);
        Assert.That(two.Counts.Inserted, Is.Zero, two.Error?.Message);
        Assert.That(_rig.Query("SELECT count(*) FROM t"), Is.EqualTo((string[])["4"]));
    }

    [Test]
    public void What_is_the_latest_is_decided_as_the_target_sorts()
    {
        _rig.Execute($"CREATE TABLE t (\"K\" varchar(9) PRIMARY KEY NOT NULL, \"V\" "
            + $"{(platform == Platform.Sqlite ? "NUMERIC" : "numeric")})");
        var load = _rig.Load(
            new LoadOptions { Pattern = Rig.Written(LoadPattern.Merge), LatestBy = Rig.Written(Latest) },
            Rig.Column("K", platform == Platform.Sqlite ? "nvarchar(max)" : "nvarchar(9)", key: 1), Rig.Column("V"));

        var result = _rig.Run(load, "K,V", "a,10", "a,9");

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(_rig.Query("""SELECT "V" FROM t"""), Is.EqualTo((string[])["10"]));
    }

    [TestCase("date", "2024-01-01", "2024-01-01 00:00:00")]
    [TestCase("datetime2(0)", "2024-01-01 00:00:00", "2024-01-01")]
    [TestCase("datetime2(3)", "2024-01-01 00:00:00.000", "2024-01-01T00:00:00.000")]
    [TestCase("datetime", "2024-01-01 00:00:00.000", "2024-01-01 00:00:00")]
    [TestCase("datetimeoffset(0)", "2024-01-01 00:00:00 +00:00", "2024-01-01 00:00:00Z")]
    [TestCase("time(0)", "07:00:00", "07:00")]
    [TestCase("uniqueidentifier", "0F8FAD5B-D9CB-469F-A165-70867728950E", "0f8fad5b-d9cb-469f-a165-70867728950e")]
    [TestCase("decimal(20,2)", "1.50", "1.5")]
    [TestCase("decimal(20,2)", "-1.50", "-01.50")]
    public void A_key_that_stands_in_SQLite_in_another_form_is_refused_with_an_example(
        string type, string value, string other)
    {
        var result = RunOverKey(type, value, $"'{other}'");

        Assert.That((result.Error?.Code, result.Error?.Class), Is.EqualTo(("ORC3461", (ErrorClass?)ErrorClass.Data)));
        Assert.That(result.Error!.Message, Does.Contain("1 rows").And.Contain($"'{other}'"));
        Assert.That(_rig.Query("""SELECT "V" FROM t"""), Is.EqualTo((string[])["1"]));
    }

    [TestCase("int", "1", "x'31'")]
    [TestCase("bit", "1", "'true'")]
    [TestCase("bit", "1", "x'01'")]
    [TestCase("decimal(9,2)", "1.50", "x'312E35'")]
    [TestCase("float", "1.5", "'one'")]
    [TestCase("nvarchar(9)", "a", "x'61'")]
    [TestCase("char(1)", "a", "x'61'")]
    [TestCase("varbinary(9)", "61", "'a'")]
    public void A_key_that_stands_in_SQLite_as_what_nothing_of_its_type_equals_is_refused(
        string type, string value, string other)
    {
        var result = RunOverKey(type, value, other);

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3461"), $"{result.Counts}");
        Assert.That(_rig.Query("""SELECT "V" FROM t"""), Is.EqualTo((string[])["1"]));
    }

    /// <summary>Loads a row twice, and once more over its key in another form, as SQL.</summary>
    private PackageResult RunOverKey(string type, string value, string other)
    {
        if (platform != Platform.Sqlite)
        {
            Assert.Ignore("a server has one form of each value");
        }

        var load = _rig.Load(
            new LoadOptions { Pattern = Rig.Written(LoadPattern.Merge) }, Rig.Column("K", type, key: 1),
            Rig.Column("V", "int"));
        var first = _rig.Run(load, "K,V", $"{value},1");
        var same = _rig.Run(load, "K,V", $"{value},1");
        Assert.That(($"{first.Counts}", $"{same.Counts}"),
            Is.EqualTo(("1 read = 1 inserted", "1 read = 1 unchanged")),
            $"{first.Error?.Message}{same.Error?.Message}");
        _rig.Execute($"UPDATE t SET \"K\" = {other}");
        return _rig.Run(load, "K,V", $"{value},2");
    }

    // What SQLite takes for equal itself, whatever the column is declared as.
    [TestCase("nvarchar(9)", "NUMERIC", "7")]
    [TestCase("nvarchar(9)", "", "7")]
    public void A_key_in_a_column_that_is_declared_otherwise_is_found_again(string type, string declared, string value)
    {
        if (platform != Platform.Sqlite)
        {
            Assert.Ignore("a server has one form of each value");
        }

        _rig.Execute($"CREATE TABLE t (\"K\" {declared}, \"V\" INTEGER)");
        var load = _rig.Load(
            new LoadOptions { Pattern = Rig.Written(LoadPattern.Merge) }, Rig.Column("K", type, key: 1),
            Rig.Column("V", "int"));
        _rig.Run(load, "K,V", $"{value},1");

        var result = _rig.Run(load, "K,V", $"{value},2");

        Assert.That($"{result.Counts}", Is.EqualTo("1 read = 1 updated"), result.Error?.Message);
    }

    [Test]
    public void Bytes_in_a_key_of_guids_are_another_form()
    {
        if (platform != Platform.Sqlite)
        {
            Assert.Ignore("a server has one form of each value");
        }

        var load = _rig.Load(
            new LoadOptions { Pattern = Rig.Written(LoadPattern.Merge) },
            Rig.Column("K", "uniqueidentifier", key: 1), Rig.Column("V", "int"));
        _rig.Run(load, "K,V");
        _rig.Execute("INSERT INTO t VALUES (x'0F8FAD5BD9CB469FA16570867728950E', 1)");

        var result = _rig.Run(load, "K,V", "0F8FAD5B-D9CB-469F-A165-70867728950E,2");

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3461"), $"{result.Counts}");
    }

    [Test]
    public void Of_a_key_in_another_form_no_value_is_shown_where_one_is_sensitive()
    {
        if (platform != Platform.Sqlite)
        {
            Assert.Ignore("a server has one form of each value");
        }

        var load = _rig.Load(
            new LoadOptions { Pattern = Rig.Written(LoadPattern.Merge) },
            Rig.Column("K", "date", key: 1) with { Sensitive = true }, Rig.Column("V", "int"));
        _rig.Run(load, "K,V");
        _rig.Execute("INSERT INTO t VALUES ('31.12.1999', 1)");

        var result = _rig.Run(load, "K,V", "2024-01-01,2");

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3461"));
        Assert.That(result.Error!.Message, Does.Not.Contain("1999"));
    }

    [TestCase("load", "date", "2024-01-01")]
    [TestCase("load", "datetime2(3)", "2024-01-01 10:11:12.130")]
    [TestCase("load", "uniqueidentifier", "0F8FAD5B-D9CB-469F-A165-70867728950E")]
    [TestCase("load", "decimal(20,2)", "1.50")]
    [TestCase("absorb", "date", "2024-01-01")]
    [TestCase("scd", "uniqueidentifier", "0F8FAD5B-D9CB-469F-A165-70867728950E")]
    public void Rows_of_a_target_whose_key_is_NULL_are_none_in_another_form(string kind, string type, string value)
    {
        if (platform != Platform.Sqlite)
        {
            Assert.Ignore("a server has one form of each value");
        }

        var load = _rig.Load(
            new LoadOptions { Pattern = Rig.Written(LoadPattern.Merge) }, Rig.Column("K", type, key: 1),
            Rig.Column("V", "int"));
        load = kind switch
        {
            "scd" => ScdRig.Define(new ScdOptions(), ScdRig.Column("V", ColumnChange.Track, "int")) with
            {
                Target = _rig.Target,
                Columns = load.Columns,
            },
            "absorb" => load with
            {
                Kind = "absorb",
                Absorb = new AbsorbOptions(),
                SystemColumns = [new SystemColumn("RowBufferId", "RowBufferId", Rig.Type("bigint"), Origin.Default)],
            },
            _ => load,
        };
        if (kind == "absorb")
        {
            _rig.Execute($"CREATE TABLE t (\"K\" {type}, \"V\" int, \"RowBufferId\" bigint)");
        }

        _rig.Run(load, "K,V");
        MakeAnew(made => made.Replace(" NOT NULL", "", StringComparison.Ordinal));
        _rig.Run(load, "K,V", $"{value},1");
        _rig.Execute("UPDATE t SET \"K\" = NULL");

        var result = _rig.Run(load, "K,V", $"{value},2");

        Assert.That($"{result.Counts}", Is.EqualTo("1 read = 1 inserted"), result.Error?.Message);
        Assert.That(_rig.Query("""SELECT count(*), count("K") FROM t"""), Is.EqualTo((string[])["2|1"]));
    }

    private static IReadOnlyList<string> Latest => ["V"];

    private static ColumnDefinition Key() => Rig.Column("K", "nvarchar(max)", key: 1) with { Nullable = false };

    private string CaseInsensitive => platform == Platform.Sqlite ? "TEXT COLLATE NOCASE" : "text COLLATE ci";

    private ObjectDefinition Load(LoadPattern pattern, long commitRows = 0) => _rig.Load(
        new LoadOptions { Pattern = Rig.Written(pattern), CommitRows = Rig.Written(commitRows) }, Key(),
        Rig.Column("V", "int"));

    private void MakeCollation()
    {
        if (platform == Platform.PostgreSql)
        {
            _rig.Execute("CREATE COLLATION ci (provider = icu, locale = 'und-u-ks-level2', deterministic = false)");
        }
    }

    private void MakeTable(string more, bool isUnique = true)
    {
        MakeCollation();
        _rig.Execute($"CREATE TABLE t (\"K\" {CaseInsensitive} {(isUnique ? "PRIMARY KEY " : "")}NOT NULL, \"V\" int"
            + $"{more})");
    }

    // A table that the engine has made, whose key somebody has given another collation.
    private void Retype()
    {
        MakeCollation();
        if (platform == Platform.PostgreSql)
        {
            _rig.Execute("ALTER TABLE t ALTER COLUMN \"K\" TYPE text COLLATE ci");
            return;
        }

        MakeAnew(made => made.Replace("\"K\" TEXT", "\"K\" TEXT COLLATE NOCASE", StringComparison.Ordinal));
    }

    // SQLite alters no column.
    private void MakeAnew(Func<string, string> change)
    {
        var made = _rig.Query("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = 't'")[0];
        var indexes = _rig.Query(
            "SELECT sql FROM sqlite_master WHERE type = 'index' AND tbl_name = 't' AND sql IS NOT NULL");
        _rig.Execute("DROP TABLE t");
        _rig.Execute(change(made));
        foreach (var index in indexes)
        {
            _rig.Execute(index);
        }
    }
}
