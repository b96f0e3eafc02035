using Orchestrator.Data.Conformance.Places;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Data.Conformance.Wide;

/// <summary>
/// Versions of rows with many columns whose value before is kept beside them: more than tables that SQLite joins, and
/// in a table so wide that PostgreSQL joins it a few times only.
/// </summary>
[TestFixture(PlaceKind.Sqlite)]
[TestFixture(PlaceKind.PostgreSql)]
internal sealed class WideHistoryTests(PlaceKind kind)
{
    private const int Count = 70;
    private const int Width = 900;

    [TestCase(ScdEngine.Set)]
    [TestCase(ScdEngine.Dataflow)]
    public void The_value_before_is_kept_of_each_of_many_columns(ScdEngine engine)
    {
        using var to = Place.Make(kind);
        using var loading = new Loading(null, to);
        var table = to.NewTable();
        var load = WideRows.Versioned(loading, table, Width, engine, ColumnChange.Ignore);
        load = load with
        {
            Scd = load.Scd! with { EffectiveFrom = "since" },
            Columns =
            [
                .. load.Columns.Select((column, place) => place is 0 or > Count ? column : column with
                {
                    Change = ColumnChange.Previous,
                    Previous = Before(place),
                }),
                Loading.Column("since", "date") with { Nullable = false, Change = ColumnChange.Ignore },
            ],
        };

        string[] counts = [Run(loading, load, ("1", 1), ("2", 2)), Run(loading, load, ("3", 3), ("4", 4))];

        Assert.That(counts, Is.EqualTo(new[] { "2 read = 1 inserted + 1 updated", "2 read = 2 updated" }));
        var held = to.Stored(
            table, [.. Enumerable.Range(1, Count).SelectMany(place => new[] { WideRows.Name(place), Before(place) })]);
        Assert.That(held.SelectMany(row => row.Chunk(2)).Select(pair => $"{pair[0]} {pair[1]}").Distinct(),
            Is.EqualTo(new[] { "4 3" }));
    }

    private static string Before(int place) => $"before_{place}";

    private static string Run(Loading loading, ObjectDefinition load, params IEnumerable<(string Value, int Day)> rows)
    {
        using (var file = loading.Write("wide.csv"))
        {
            file.WriteLine(string.Join(',', load.Columns.Select(column => column.Name)));
            foreach (var (value, day) in rows)
            {
                var values = string.Join(',', Enumerable.Repeat(value, load.Columns.Count - 2));
                file.WriteLine($"7,{values},2026-01-0{day}");
            }
        }

        var result = loading.Run(load);
        return result.Error?.Message ?? $"{result.Counts}";
    }
}
