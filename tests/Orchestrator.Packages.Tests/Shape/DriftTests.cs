using Orchestrator.Core;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Shape;

/// <summary>What a load does where source or target have other columns than is known.</summary>
[TestFixture(Platform.Sqlite)]
[TestFixture(Platform.PostgreSql)]
internal sealed class DriftTests(Platform platform)
{
    private PatternRig _rig = null!;

    [SetUp]
    public void Make() => _rig = new PatternRig(platform);

    [TearDown]
    public void Remove() => _rig.Dispose();

    [Test]
    public void A_column_that_the_object_leaves_out_is_not_looked_at_unless_asked_for()
    {
        var result = _rig.Run(Load(null, Rig.Column("Id", "int")), "Id,More", "1,x");

        Assert.That((result.Error, result.Warnings.Count), Is.EqualTo(((PackageError?)null, 0)));
    }

    [Test]
    public void Fail_names_each_column_that_is_new_and_moves_no_row()
    {
        var load = Load(Drift.Fail, Rig.Column("Id", "int"));
        Assert.That(_rig.Run(load, "Id", "1").Error, Is.Null);

        var result = _rig.Run(load, "Id,More,Most", "2,x,y");

        Assert.That((result.Error!.Code, result.Error.Class), Is.EqualTo(("ORC3600", ErrorClass.Config)));
        Assert.That(result.Error.Message, Does.Contain("column added 'More'").And.Contain("column added 'Most'"));
        Assert.That(_rig.Query("""SELECT "Id" FROM t"""), Is.EqualTo((string[])["1"]));
    }

    [Test]
    public void Ignore_leaves_new_columns_out_with_a_warning()
    {
        var result = _rig.Run(Load(Drift.Ignore, Rig.Column("Id", "int")), "Id,More", "1,x");

        Assert.That(result.Error, Is.Null);
        Assert.That(result.Warnings, Has.Count.EqualTo(1).And.All.Contain("column added 'More'"));
    }

    [Test]
    public void Ignore_leaves_out_what_the_target_lacks_where_all_columns_are_taken()
    {
        Assert.That(_rig.Run(Load(null), "Id,Name", "1,a").Error, Is.Null);

        var result = _rig.Run(Load(Drift.Ignore), "More,Id,Name", "x,2,b");

        Assert.That(result.Error, Is.Null);
        Assert.That(result.Warnings, Is.EqualTo((string[])["the target has no columns 'More': they were left out"]));
        Assert.That(_rig.Query("SELECT * FROM t"), Is.EqualTo((string[])["2|b"]));
    }

    [Test]
    public void Ignore_does_not_pass_by_a_column_that_the_source_has_lost()
    {
        Assert.That(_rig.Run(Load(null), "Id,Name", "1,a").Error, Is.Null);

        var result = _rig.Run(Load(Drift.Ignore), "Id", "2");

        Assert.That(result.Error!.Message, Does.Contain("its column 'Name' is not in the metadata"));
        Assert.That(_rig.Query("SELECT * FROM t"), Is.EqualTo((string[])["1|a"]));
    }

    [Test]
    public void Where_no_columns_are_named_the_advice_is_one_that_can_be_followed()
    {
        Assert.That(_rig.Run(Load(null), "Id,Name", "1,a").Error, Is.Null);

        var more = _rig.Run(Load(null), "Id,Name,More", "2,b,x");
        var other = _rig.Run(Load(null), "Id,More", "2,x");
        var added = _rig.Run(Load(Drift.AddColumns), "Id,Name,More", "2,b,x");

        Assert.That((more.Error?.Code, other.Error?.Code), Is.EqualTo(("ORC3401", "ORC3401")));
        Assert.That(more.Error!.Message, Does.Contain("`load: {drift: addColumns}`").And.Contain("object 't'")
            .And.Not.Contain("in the metadata"));
        Assert.That(other.Error!.Message, Does.Contain("object 't'").And.Not.Contain("addColumns"));
        Assert.That(added.Error?.Message, Is.Null);
    }

    [Test]
    public void Ignore_still_holds_each_value_against_its_column()
    {
        Assert.That(_rig.Run(Load(null, Rig.Column("Id", "int")), "Id", "1").Error, Is.Null);

        var result = _rig.Run(Load(Drift.Ignore, Rig.Column("Id", "int")), "Id", "x");

        Assert.That(result.Error!.Class, Is.EqualTo(ErrorClass.Data));
    }

    [Test]
    public void A_table_that_has_none_of_the_columns_is_not_the_target_of_a_load_that_ignores()
    {
        Assert.That(_rig.Run(Load(null), "Id", "1").Error, Is.Null);

        Assert.That(_rig.Run(Load(Drift.Ignore), "Other", "2").Error!.Code, Is.EqualTo("ORC3401"));
    }

    [TestCase(LoadPattern.TruncateInsert, Swap.Auto, true)]
    [TestCase(LoadPattern.TruncateInsert, Swap.Transaction, true)]
    [TestCase(LoadPattern.TruncateInsert, Swap.InPlace, true)]
    [TestCase(LoadPattern.TruncateInsert, Swap.Shadow, true)]
    [TestCase(LoadPattern.Append, Swap.Auto, true)]
    [TestCase(LoadPattern.Append, Swap.Auto, false)]
    [TestCase(LoadPattern.Merge, Swap.Auto, true)]
    [TestCase(LoadPattern.DeltaInsert, Swap.Auto, true)]
    public void AddColumns_adds_what_the_target_lacks_and_loads_it(LoadPattern pattern, Swap swap, bool isFast)
    {
        var options = new LoadOptions
        {
            Pattern = Rig.Written(pattern),
            Swap = Rig.Written(swap),
            FastLoad = Rig.Written(isFast),
            Drift = Rig.Written<Drift?>(Drift.AddColumns),
        };
        Assert.That(_rig.Run(_rig.Load(options, Rig.Column("Id", "int", key: 1)), "Id", "1").Error, Is.Null);
        var load = _rig.Load(
            options, Rig.Column("Id", "int", key: 1), Rig.Column("Name", "nvarchar(5)"),
            Rig.Column("Price", "decimal(9,3)") with { Nullable = false });

        var result = _rig.Run(load, "Id,Name,Price", "2,ab,1.250");

        Assert.That(result.Error, Is.Null);
        Assert.That(result.Warnings, Has.Count.EqualTo(2).And.All.Contain("was added to"));
        Assert.That(
            _rig.Query("""SELECT "Id", "Name", "Price" FROM t ORDER BY "Id" """)[^1],
            Does.StartWith("2|ab|1.25"));

        var again = _rig.Run(load, "Id,Name,Price", "3,cd,2");

        Assert.That((again.Error, again.Warnings.Count), Is.EqualTo(((PackageError?)null, 0)));
        var narrow = _rig.Run(load, "Id,Name,Price", "4,abcdef,2");
        Assert.That(narrow.Error!.Class, Is.EqualTo(ErrorClass.Data), "the type is kept with the column");
    }

    [Test]
    public void AddColumns_goes_by_the_types_that_dataTypeMappings_make()
    {
        var (from, to) = (Rig.Type("nvarchar(max)"), Rig.Type("nvarchar(4)"));
        Assert.That(_rig.Run(Load(null), "Id", "1").Error, Is.Null);
        var load = Load(Drift.AddColumns, Rig.Column("Id", "nvarchar(max)"), Rig.Column("Name")) with
        {
            TypeMappings = [new TypeMapping(from, to, Origin.Default)],
        };
        Assert.That(_rig.Run(load, "Id,Name", "2,ab").Error, Is.Null);

        Assert.That(_rig.Run(load, "Id,Name", "3,abcde").Error!.Message, Does.Contain("nvarchar(4)"));
    }

    [TestCase(LoadPattern.Merge)]
    [TestCase(LoadPattern.ReplaceRange)]
    public void AddColumns_does_not_add_what_rows_are_found_by(LoadPattern pattern)
    {
        Assert.That(_rig.Run(Load(null, Rig.Column("Name", "nvarchar(5)")), "Name", "a").Error, Is.Null);
        var options = new LoadOptions
        {
            Pattern = Rig.Written(pattern),
            Drift = Rig.Written<Drift?>(Drift.AddColumns),
            Range = Rig.Written<LoadRange?>(new LoadRange("Id", "1", "9")),
        };
        var load = _rig.Load(
            options, Rig.Column("Id", "int", key: pattern == LoadPattern.Merge ? 1 : 0),
            Rig.Column("Name", "nvarchar(5)"));

        Assert.That(_rig.Run(load, "Id,Name", "1,b").Error!.Code, Is.EqualTo("ORC3601"));
        Assert.That(_rig.Query("SELECT * FROM t"), Is.EqualTo((string[])["a"]));
    }

    [Test]
    public void AddColumns_adds_nothing_to_a_table_that_differs_in_more()
    {
        Assert.That(_rig.Run(Load(null, Rig.Column("Id", "int")), "Id", "1").Error, Is.Null);

        var result = _rig.Run(
            Load(Drift.AddColumns, Rig.Column("Id", "bigint"), Rig.Column("Name", "int")), "Id,Name", "1,2");

        Assert.That(result.Error!.Code, Is.EqualTo("ORC3401"));
        Assert.That(_rig.Query("SELECT * FROM t"), Is.EqualTo((string[])["1"]));
    }

    [TestCase(true)]
    [TestCase(false)]
    public void A_load_that_fails_after_it_has_added_a_column_tells_of_one_that_stays_and_finds_it_the_next_time(
        bool isOneTransaction)
    {
        if (_rig.IsServer && !isOneTransaction)
        {
            Assert.Ignore("PostgreSQL loads in one transaction, and can do no other");
        }

        _rig.Rig.PlatformOf = connection => Packages.Store.Platforms.Of(connection) is { } inner
            ? new RecordedPlatform(inner, inner.Abilities with { LoadsInOneTransaction = isOneTransaction })
            : null;
        Assert.That(_rig.Run(Load(null, Rig.Column("Id", "int")), "Id", "1").Error, Is.Null);
        var load = Load(Drift.AddColumns, Rig.Column("Id", "int"), Rig.Column("Name", "int"));

        var failed = _rig.Run(load, "Id,Name", "2,x");

        Assert.That(failed.Error!.Class, Is.EqualTo(ErrorClass.Data));
        Assert.That(
            failed.Warnings,
            Has.Exactly(isOneTransaction ? 0 : 1).Contains("the column 'Name' (int) was added"));
        Assert.That(_rig.Query("""SELECT "Id" FROM t"""), Is.EqualTo((string[])["1"]));
        Assert.That(_rig.Run(load, "Id,Name", "2,3").Error, Is.Null);
        Assert.That(_rig.Query("SELECT * FROM t"), Is.EqualTo((string[])["2|3"]));
    }

    [TestCase(Drift.Fail, "ORC3600", "nullability changed 'Id' (NOT NULL -> NULL)")]
    [TestCase(Drift.Fail, "ORC3600", "type narrowed 'Size'")]
    [TestCase(Drift.Fail, "ORC3600", "column added 'More'")]
    [TestCase(Drift.AddColumns, "ORC3600", "type narrowed 'Size'")]
    [TestCase(Drift.Ignore, null, "column added 'More'")]
    [TestCase(Drift.Ignore, null, "type narrowed 'Size'")]
    public void A_table_that_the_catalog_keeps_is_held_against_it(Drift drift, string? code, string text)
    {
        if (!_rig.IsServer)
        {
            Assert.Ignore("a stage in SQLite is written by the engine, and no catalog keeps it");
        }

        _rig.Execute("""CREATE TABLE s ("Id" int, "Size" smallint, "More" text, "Old" text)""");
        _rig.Execute("INSERT INTO s VALUES (1, 2, 'x', 'y')");
        _rig.Rig.Catalog.Add(new KnownTable
        {
            Connection = "Pg",
            Schema = "public",
            Name = "s",
            Columns =
            [
                Known("Id", "int", isNullable: false), Known("Size", "int"), Known("Old", "nvarchar(max)"),
            ],
        });
        var load = Load(drift, Rig.Column("Id", "int"), Rig.Column("Size", "int")) with
        {
            Source = new ObjectSource { Connection = "Pg", Schema = "public", Name = "s" },
        };

        var result = _rig.Rig.Run(load);

        Assert.That(result.Error?.Code, Is.EqualTo(code));
        Assert.That(result.Error?.Message ?? result.Warnings.Single(), Does.Contain(text).And.Not.Contain("'Old'"));
    }

    private static KnownColumn Known(string name, string type, bool isNullable = true) =>
        new() { Name = name, DataType = Rig.Type(type), Nullable = isNullable };

    private ObjectDefinition Load(Drift? drift, params ColumnDefinition[] columns) => _rig.Load(
        new LoadOptions { Drift = drift is null ? Setting<Drift?>.Default(null) : Rig.Written(drift) }, columns);
}
