using Orchestrator.Core;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load.Target;

/// <summary>Columns of a target that the metadata do not name are left alone in whatever way the load publishes.
/// </summary>
[TestFixtureSource(typeof(TestPlatforms), nameof(TestPlatforms.All))]
internal sealed class OtherColumnsTests(Platform platform)
{
    private PatternRig _rig = null!;

    [SetUp]
    public void Make() => _rig = new PatternRig(platform);

    [TearDown]
    public void Remove() => _rig?.Dispose();

    [TestCase(LoadPattern.TruncateInsert, Swap.Auto, true, "2|c|-|7 3|d|-|7")]
    [TestCase(LoadPattern.TruncateInsert, Swap.Transaction, true, "2|c|-|7 3|d|-|7")]
    [TestCase(LoadPattern.TruncateInsert, Swap.InPlace, true, "2|c|-|7 3|d|-|7")]
    [TestCase(LoadPattern.TruncateInsert, Swap.InPlace, false, "2|c|-|7 3|d|-|7")]
    [TestCase(LoadPattern.Append, Swap.Auto, true, "1|a|x|7 2|b|y|7 2|c|-|7 3|d|-|7")]
    [TestCase(LoadPattern.Append, Swap.Auto, false, "1|a|x|7 2|b|y|7 2|c|-|7 3|d|-|7")]
    [TestCase(LoadPattern.Merge, Swap.Auto, true, "1|a|x|7 2|c|y|7 3|d|-|7")]
    [TestCase(LoadPattern.DeltaInsert, Swap.Auto, true, "1|a|x|7 2|b|y|7 3|d|-|7")]
    [TestCase(LoadPattern.ReplaceRange, Swap.Auto, true, "1|a|x|7 2|c|-|7 3|d|-|7")]
    public void They_keep_what_they_hold_and_new_rows_get_their_defaults(
        LoadPattern pattern, Swap swap, bool isFast, string held)
    {
        MakeOthers();

        var result = _rig.Run(Load(Options(pattern, swap, isFast)), "id,name", "2,c", "3,d");

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(result.LoadPath, Does.Contain("'kept', 'made' left alone"));
        Assert.That(result.Warnings, Has.None.Contains("do not name"));
        Assert.That(Held(), Is.EqualTo(held));
    }

    [Test]
    public void An_exchange_takes_them_along_or_is_refused()
    {
        MakeOthers();

        var result = _rig.Run(Load(Options(LoadPattern.TruncateInsert, Swap.Shadow, true)), "id,name", "2,c");

        if (platform is Platform.Sqlite or Platform.MariaDb)
        {
            Assert.That(result.Error?.Code, Is.EqualTo("ORC3414"));
            Assert.That(Held(), Is.EqualTo("1|a|x|7 2|b|y|7"));
        }
        else
        {
            Assert.That(result.Error?.Message, Is.Null);
            Assert.That(Held(), Is.EqualTo("2|c|-|7"));
        }
    }

    [Test]
    public void Auto_exchanges_no_tables_where_one_of_them_would_be_lost()
    {
        MakePlain();
        _rig.Execute($"ALTER TABLE {_rig.Table} ADD kept varchar(10)");

        var result = _rig.Run(Load(Options(LoadPattern.TruncateInsert, Swap.Auto, true)), "id,name", "2,c");

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(result.LoadPath, Does.Contain("delete and insert"));
        Assert.That(Names("kept"), Is.EqualTo("2|-"));
    }

    [TestCase(null, null, null)]
    [TestCase(null, Drift.Ignore, null)]
    [TestCase(null, Drift.Fail, "ORC3401")]
    [TestCase(OtherColumns.Fail, null, "ORC3401")]
    [TestCase(OtherColumns.Keep, Drift.Fail, null)]
    public void A_table_that_the_engine_never_makes_keeps_them_unless_somebody_says_otherwise(
        OtherColumns? others, Drift? drift, string? code)
    {
        MakeOthers();
        var load = Load(new LoadOptions { OtherColumns = Rig.Written(others), Drift = Rig.Written(drift) });

        var result = _rig.Run(
            load with { Target = _rig.Target with { Create = false } }, "id,name", "2,c");

        Assert.That(result.Error?.Code, Is.EqualTo(code), result.Error?.Message);
        Assert.That(Held(), Is.EqualTo(code is null ? "2|c|-|7" : "1|a|x|7 2|b|y|7"));
    }

    [Test]
    public void A_table_of_the_engines_own_is_held_to_the_metadata_until_somebody_else_has_a_hand_in_it()
    {
        MakePlain();
        _rig.Execute($"ALTER TABLE {_rig.Table} ADD kept varchar(10)");

        var own = _rig.Run(Load(new LoadOptions()), "id,name", "3,d");
        _rig.Execute($"ALTER TABLE {_rig.Table} ADD made integer NOT NULL DEFAULT 7");
        var others = _rig.Run(Load(new LoadOptions()), "id,name", "2,c");

        Assert.That(own.Error?.Code, Is.EqualTo("ORC3401"));
        Assert.That(own.Error!.Message, Does.Contain("its column 'kept' is not in the metadata")
            .And.Contain("`load: {otherColumns: keep}`"));
        Assert.That(others.Error?.Message, Is.Null);
        Assert.That(others.Warnings, Has.Some.Contains("do not name 'kept', 'made' of"));
        Assert.That(Held(), Is.EqualTo("2|c|-|7"));
    }

    [TestCase("kept varchar(10), PRIMARY KEY (id)")]
    [TestCase("kept varchar(10), other integer REFERENCES o (n)")]
    public void A_key_says_as_well_that_somebody_else_has_made_it(string more)
    {
        if (platform is not (Platform.Sqlite or Platform.PostgreSql))
        {
            Assert.Ignore("a column of text is declared otherwise there");
        }

        _rig.Execute("CREATE TABLE o (n integer PRIMARY KEY)");
        _rig.Execute($"CREATE TABLE t (id integer, name varchar(10), {more})");

        var load = _rig.Load(
            new LoadOptions { Pattern = Rig.Written(LoadPattern.Append) },
            Rig.Column("id", "int") with { Nullable = false }, Rig.Column("name", "nvarchar(10)"));
        var result = _rig.Run(load, "id,name", "2,c");

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(Names("kept"), Is.EqualTo("2|-"));
    }

    [Test]
    public void Who_takes_all_columns_still_hears_of_one_that_the_source_has_lost()
    {
        Assert.That(_rig.Run(_rig.Load(new LoadOptions()), "id,name", "1,a").Error?.Message, Is.Null);
        var load = _rig.Load(new LoadOptions()) with { Target = _rig.Target with { Create = false } };

        var lost = _rig.Run(load, "id", "2");
        var kept = _rig.Run(
            load with { Load = new LoadOptions { OtherColumns = Rig.Written<OtherColumns?>(OtherColumns.Keep) } },
            "id", "2");

        Assert.That((lost.Error?.Code, kept.Error?.Code), Is.EqualTo(("ORC3401", (string?)null)));
    }

    [TestCase(LoadPattern.TruncateInsert)]
    [TestCase(LoadPattern.Append)]
    [TestCase(LoadPattern.Merge)]
    public void One_that_nothing_fills_is_refused_before_a_row_is_written(LoadPattern pattern)
    {
        if (platform == Platform.Sqlite)
        {
            _rig.Execute("CREATE TABLE t (id INTEGER, name TEXT, must INTEGER NOT NULL)");
        }
        else
        {
            MakePlain();
            _rig.Execute($"DELETE FROM {_rig.Table}");
            _rig.Execute($"ALTER TABLE {_rig.Table} ADD must integer NOT NULL");
        }

        var result = _rig.Run(Load(Options(pattern, Swap.Auto, true)), "id,name", "2,c");

        Assert.That((result.Error?.Code, result.Error?.Class), Is.EqualTo(("ORC3603", ErrorClass.Config)));
        Assert.That(result.Error!.Message, Does.Contain("'must'").And.Contain("`columns`"));
        Assert.That(_rig.Query($"SELECT count(*) AS n FROM {_rig.Table}"), Is.EqualTo((string[])["0"]));
    }

    [TestCase(null, false, "ORC3604")]
    [TestCase(OtherColumns.Fail, true, "ORC3604")]
    [TestCase(null, true, null)]
    public void DropAndReload_drops_none_of_a_table_that_is_not_the_engines(
        OtherColumns? others, bool isMade, string? code)
    {
        if (platform == Platform.MariaDb)
        {
            Assert.Ignore("no table takes another's place there");
        }

        MakeOthers();
        var load = Load(new LoadOptions
        {
            Pattern = Rig.Written(LoadPattern.DropAndReload),
            OtherColumns = Rig.Written(others),
        });

        var result = _rig.Run(load with { Target = _rig.Target with { Create = isMade } }, "id,name", "2,c");

        Assert.That(result.Error?.Code, Is.EqualTo(code), result.Error?.Message);
        if (code is not null)
        {
            Assert.That(result.Error!.Message, Does.Contain("'kept', 'made'"));
            Assert.That(Held(), Is.EqualTo("1|a|x|7 2|b|y|7"));
        }
    }

    [Test]
    public void A_number_of_the_row_that_SQLite_counts_without_a_word_is_one_that_fills_itself()
    {
        if (platform != Platform.Sqlite)
        {
            Assert.Ignore("others say of such a column that they count it");
        }

        _rig.Execute("CREATE TABLE t (no INTEGER PRIMARY KEY NOT NULL, id INTEGER, name TEXT)");

        var result = _rig.Run(Load(Options(LoadPattern.Append, Swap.Auto, true)), "id,name", "2,c", "5,d");

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(_rig.Query("SELECT no, id, name FROM t"), Is.EqualTo((string[])["1|2|c", "2|5|d"]));
    }

    [Test]
    public void A_key_that_is_no_number_of_the_row_is_filled_by_nobody()
    {
        if (platform != Platform.Sqlite)
        {
            Assert.Ignore("others say of such a column that they count it");
        }

        _rig.Execute("CREATE TABLE t (no INTEGER PRIMARY KEY, id INTEGER, name TEXT) WITHOUT ROWID");

        var result = _rig.Run(Load(Options(LoadPattern.Append, Swap.Auto, true)), "id,name", "2,c");

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3603"));
    }

    private static LoadOptions Options(LoadPattern pattern, Swap swap, bool isFast) => new()
    {
        Pattern = Rig.Written(pattern),
        Swap = Rig.Written(swap),
        FastLoad = Rig.Written(isFast),
        Range = Rig.Written(pattern == LoadPattern.ReplaceRange ? new LoadRange("id", "2", null) : null),
        OtherColumns = Rig.Written<OtherColumns?>(OtherColumns.Keep),
    };

    private ObjectDefinition Load(LoadOptions options) => _rig.Load(
        options, Rig.Column("id", "int", key: options.Pattern.Value.IsByKey() ? 1 : 0),
        Rig.Column("name", "nvarchar(10)"));

    private void MakePlain() =>
        Assert.That(_rig.Run(Load(new LoadOptions()), "id,name", "1,a", "2,b").Error?.Message, Is.Null);

    private void MakeOthers()
    {
        MakePlain();
        _rig.Execute($"ALTER TABLE {_rig.Table} ADD kept varchar(10)");
        _rig.Execute($"ALTER TABLE {_rig.Table} ADD made integer NOT NULL DEFAULT 7");
        _rig.Execute($"UPDATE {_rig.Table} SET kept = CASE id WHEN 1 THEN 'x' ELSE 'y' END");
    }

    private string Held() => string.Join(' ', _rig.Query(
        $"SELECT id, name, coalesce(kept, '-') AS kept, made FROM {_rig.Table}").Order(StringComparer.Ordinal));

    private string Names(string column) => string.Join(' ', _rig.Query(
        $"SELECT id, coalesce({column}, '-') AS kept FROM {_rig.Table}").Order(StringComparer.Ordinal));
}
