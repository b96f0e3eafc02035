using Orchestrator.Data.Sqlite;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load.Source;

/// <summary>
/// Watermarks whose type is coarser than their column, and columns with values that are no place to go on from.
/// </summary>
internal sealed class WatermarkDigitsTests : WatermarkedLoads
{
    [TestCase("datetime2(0)", "2026-01-02 10:00:00.123456", "2026-01-02 10:00:00.123999", "2026-01-02 10:00:00.124")]
    [TestCase("date", "2026-01-02 10:00:00", "2026-01-02 11:00", "2026-01-02 12:00:00.5")]
    [TestCase("smalldatetime", "2026-01-02 10:00:01", "2026-01-02 10:00:30", "2026-01-02 10:00:31")]
    [TestCase("datetime", "2026-01-02 10:00:00.001", "2026-01-02 10:00:00.002", "2026-01-02 10:00:00.0021")]
    public void Rows_within_one_unit_of_a_coarser_watermark_are_read_as_they_come_and_once(
        string type, string first, string second, string third)
    {
        Rig.Execute("DELETE FROM source");
        var load = Load() with
        {
            Columns = [Rig.Column("Id", "int")],
            Watermark = Load().Watermark! with { DataType = Rig.Type(type) },
        };
        string? stands = null;
        var inserted = new List<long>();
        foreach (var (id, at) in new[] { first, second, third }.Index())
        {
            Add(id, at);
            var result = Run(load, new WatermarkStart(stands, []));
            Assert.That(result.Error?.Message, Is.Null);
            stands = result.Watermark?.Value ?? stands;
            inserted.Add(result.Counts.Inserted);
        }

        Assert.That(inserted, Is.EqualTo((long[])[1, 1, 1]));
        Assert.That(Run(load, new WatermarkStart(stands, [])).Counts.Inserted, Is.Zero);
    }

    [TestCase("decimal(9,2)", "0.1", "0.1 + 0.2", "1e20")]
    [TestCase("int", "7", "3000000000", "9000000000.5")]
    public void Numbers_that_the_type_of_the_watermark_does_not_hold_are_read_as_they_come_and_once(
        string type, string first, string second, string third)
    {
        Rig.Execute("CREATE TABLE numbers (Id INTEGER, At NUMERIC)");
        var load = Load() with
        {
            Columns = [Rig.Column("Id", "int"), Rig.Column("At", "float")],
            Source = new ObjectSource { Connection = "Db", Name = "numbers" },
            Watermark = Load().Watermark! with { DataType = Rig.Type(type) },
        };
        string? stands = null;
        var inserted = new List<long>();
        foreach (var (id, number) in new[] { first, second, third }.Index())
        {
            Rig.Execute($"INSERT INTO numbers VALUES ({id}, {number})");
            var result = Run(load, new WatermarkStart(stands, []));
            Assert.That(result.Error?.Message, Is.Null);
            stands = result.Watermark!.Value;
            inserted.Add(result.Counts.Inserted);
        }

        Assert.That(inserted, Is.EqualTo((long[])[1, 1, 1]));
        Assert.That(Run(load, new WatermarkStart(stands, [])).Counts.Inserted, Is.Zero);
    }

    [Test]
    public void A_bound_is_what_the_source_makes_of_it_over_its_column()
    {
        // As where the column keeps whole days.
        var recorded = new RecordedPlatform(SqlitePlatform.Instance, SqlitePlatform.Instance.Abilities)
        {
            Bound = column => column.StartsWith("SELECT \"At\" FROM (", StringComparison.Ordinal) ? "2026-01-02" : null,
        };
        Rig.PlatformOf = connection => Packages.Store.Platforms.Of(connection) is null ? null : recorded;

        Assert.That(Run(null).Counts.Inserted, Is.EqualTo(1));
    }

    [TestCase("'9999-12-31'", Type)]
    [TestCase("'9999-12-31 23:59:59'", Type)]
    [TestCase("'9999-12-30 23:00:00'", Type)]
    [TestCase("9e999", "decimal(9,2)")]
    public void A_value_behind_which_nothing_comes_does_not_move_the_watermark_and_is_told(string value, string type)
    {
        var isNumber = type != Type;
        Rig.Execute($"INSERT INTO source VALUES (9, {value}); "
            + (isNumber ? "UPDATE source SET At = NULL WHERE Id < 9; ALTER TABLE source ADD COLUMN N; "
                + "UPDATE source SET N = CASE Id WHEN 9 THEN 9e999 ELSE Id END" : ""));
        Watermark Typed(Watermark mark) => mark with { Column = isNumber ? "N" : "At", DataType = Rig.Type(type) };

        var first = Run(null, Typed);
        Rig.Execute(isNumber ? "INSERT INTO source (Id, N) VALUES (3, 3)"
            : "INSERT INTO source VALUES (3, '2026-01-03 10:00:00')");
        var second = Run(first.Watermark!.Value, Typed);

        Assert.That((first.Counts.Inserted, second.Counts.Inserted), Is.EqualTo((2, 1)));
        Assert.That(first.Warnings.Concat(second.Warnings), Is.All.StartWith(
            $"1 rows of the source hold a value in '{(isNumber ? "N" : "At")}' behind which nothing comes"));
        Assert.That((first.Warnings.Count, second.Warnings.Count), Is.EqualTo((1, 1)));
    }

    [TestCase("")]
    [TestCase("unknown")]
    [TestCase("2026-01-02 10:00:00.123456789")]
    public void Texts_that_no_bound_compares_with_are_refused_and_counted(string text)
    {
        Add(9, text);

        var error = Run(null).Error!;

        Assert.That((error.Code, error.Message), Is.EqualTo(("ORC3560", error.Message)));
        Assert.That(error.Message, Does.StartWith("1 rows hold a value in 'At'"));
    }
}
