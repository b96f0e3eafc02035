using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load.Publish;

/// <summary>ReplaceRange: the rows of one range are replaced, the others stay.</summary>
[TestFixtureSource(typeof(TestPlatforms), nameof(TestPlatforms.Everywhere))]
internal sealed class RangeLoadTests(Platform platform)
{
    private const string Head = "Id,Day,Amount";
    private const string Ids = """SELECT "Id" FROM t ORDER BY "Id" """;

    private PatternRig _rig = null!;

    [SetUp]
    public void Make()
    {
        _rig = new PatternRig(platform);
        _rig.Run(
            Load(LoadPattern.Append, null), Head, "1,2026-01-31 23:59:59.999,1", "2,2026-02-01,2", "3,2026-02-28,3",
            "4,2026-03-01,4", "5,,5");
    }

    [TearDown]
    public void Remove() => _rig.Dispose();

    [TestCase("2026-02-01", "2026-03-01", "1 4 5 7 8")]
    [TestCase("2026-02-01 00:00:00.000", null, "1 5 7 8")]
    [TestCase(null, "2026-03-01", "4 5 7 8")]
    public void The_rows_of_the_range_are_replaced_and_no_others(string? from, string? to, string left)
    {
        var result = _rig.Run(
            Load(LoadPattern.ReplaceRange, new LoadRange("Day", from, to)), Head, "7,2026-02-01,7",
            "8,2026-02-28 23:59:59.999,8");

        Assert.That(result.Error, Is.Null);
        Assert.That(result.Counts.Inserted, Is.EqualTo(2));
        Assert.That(string.Join(' ', _rig.Query(Ids)), Is.EqualTo(left));
    }

    [TestCase("Id", "2", "4", "2,,", "1 2 4 5")]
    [TestCase("Amount", "1.50", "4", "9,,1.50", "1 4 5 9")]
    public void A_range_may_be_over_numbers(string column, string from, string to, string line, string left)
    {
        var result = _rig.Run(Load(LoadPattern.ReplaceRange, new LoadRange(column, from, to)), Head, line);

        Assert.That(result.Error, Is.Null);
        Assert.That(string.Join(' ', _rig.Query(Ids)), Is.EqualTo(left));
    }

    [TestCase("Day", "2026-02-01", "2026-03-01", "'2026-2-5'")]
    [TestCase("Day", "2026-02-01", "2026-03-01", "'20260205'")]
    [TestCase("Day", "2026-02-01", "2026-03-01", "julianday('2026-02-05')")]
    [TestCase("Day", "2026-02-01", "2026-03-01", "1770249600")]
    [TestCase("Day", "2026-02-01", "2026-03-01", "CAST('2026-02-05 00:00:00.000' AS BLOB)")]
    [TestCase("Amount", "2", "3", "x'32'")]
    [TestCase("Id", "2", "3", "x'32'")]
    [TestCase("Id", "2", "3", "'two'")]
    public void Rows_whose_range_stands_in_SQLite_in_another_form_are_not_passed_over(
        string column, string from, string to, string other)
    {
        if (platform != Platform.Sqlite)
        {
            Assert.Ignore("a server has one form of each value");
        }

        _rig.Execute($"UPDATE t SET \"{column}\" = {other} WHERE \"Id\" = 2");

        var result = _rig.Run(
            Load(LoadPattern.ReplaceRange, new LoadRange(column, from, to)), Head, "2,2026-02-05,2");

        Assert.That((result.Error?.Code, result.Error?.Class), Is.EqualTo(("ORC3461", (ErrorClass?)ErrorClass.Data)),
            $"{result.Counts} {result.Error?.Message}");
        Assert.That(result.Error!.Message, Does.StartWith($"1 rows of 't' hold '{column}', the column of the range"));
        Assert.That(_rig.Query("SELECT count(*) FROM t"), Is.EqualTo((string[])["5"]));
    }

    [TestCase("8,2026-03-01,8")]
    [TestCase("8,2026-01-31 23:59:59.999,8")]
    [TestCase("8,,8")]
    public void A_row_outside_the_range_is_refused_and_all_stays_as_it_was(string line)
    {
        var result = _rig.Run(Load(LoadPattern.ReplaceRange, February), Head, "7,2026-02-02,7", line);

        Assert.That((result.Error?.Code, result.Error?.Class), Is.EqualTo(("ORC3443", (ErrorClass?)ErrorClass.Data)));
        Assert.That(result.Error!.Message, Does.StartWith("Row 2 of t.csv is outside the range of `Day`"));
        Assert.That(string.Join(' ', _rig.Query(Ids)), Is.EqualTo("1 2 3 4 5"));
    }

    [Test]
    public void Rows_outside_the_range_are_rejected_where_errors_are_redirected()
    {
        var load = Load(LoadPattern.ReplaceRange, February) with
        {
            Errors = new ErrorOptions { OnError = Rig.Written(Policy.Redirect) },
        };

        var result = _rig.Run(load, Head, "7,2026-02-02,7", "8,2026-03-01,8", "x,2026-02-02,9", "9,2026-02-03,9");

        Assert.That(result.Error, Is.Null);
        Assert.That(result.Counts, Is.EqualTo(new RowCounts(4, 2, 0, 0, 0, 0, 2, 0)));
        Assert.That(string.Join(' ', _rig.Query(Ids)), Is.EqualTo("1 4 5 7 9"));
        Assert.That(
            _rig.Query($"""
                SELECT "RowNumber", "ColumnName", "Reason", "Code" FROM {(_rig.IsServer ? "err.t" : "err_t")}
                WHERE "Code" = 'ORC3443'
                """),
            Is.EqualTo((string[])["2|Day|OutsideRange|ORC3443"]));
    }

    [TestCase(null, null, null)]
    [TestCase("Nothing", "1", null)]
    [TestCase("Name", "a", null)]
    [TestCase("Day", "yesterday", null)]
    [TestCase("Day", "2026-03-01", "2026-03-01")]
    public void A_range_that_is_none_is_found_without_a_run(string? column, string? from, string? to)
    {
        var load = Load(LoadPattern.ReplaceRange, column is null ? null : new LoadRange(column, from, to));
        load = load with { Columns = [.. load.Columns, Rig.Column("Name", "nvarchar(5)")] };

        var found = PackageKinds.All["load"].Check(load, _rig.Rig.Solution).Select(one => one.Code);

        Assert.That(found, Is.EqualTo((string[])["ORC1322"]));
    }

    [Test]
    public void A_range_with_another_pattern_is_found_without_a_run_and_a_good_one_is_none_of_these()
    {
        Assert.That(Codes(Load(LoadPattern.Append, February)), Is.EqualTo((string[])["ORC1303"]));
        Assert.That(Codes(Load(LoadPattern.ReplaceRange, February)), Is.Empty);
    }

    private static LoadRange February => new("Day", "2026-02-01", "2026-03-01");

    private IEnumerable<string> Codes(ObjectDefinition load) =>
        PackageKinds.All["load"].Check(load, _rig.Rig.Solution).Select(one => one.Code);

    private ObjectDefinition Load(LoadPattern pattern, LoadRange? range) => _rig.Load(
        new LoadOptions
        {
            Pattern = Rig.Written(pattern),
            Range = range is null ? Setting<LoadRange?>.Default(null) : Rig.Written<LoadRange?>(range),
        },
        Rig.Column("Id", "int"), Rig.Column("Day", "datetime2(3)"), Rig.Column("Amount", "decimal(9,2)"));
}
