using Orchestrator.Data.Conformance.Places;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Data.Conformance.Wide;

/// <summary>Loads of rows of many columns, whole numbers and text in turn, the first being the key.</summary>
internal static class WideRows
{
    private static readonly SystemColumn[] Versions =
    [
        System("RowHash", "binary(32)"), System("RowAuditId", "bigint"), System("RowEffectiveFromDate", "datetime2(6)"),
        System("RowEffectiveToDate", "datetime2(6)"), System("RowIsCurrent", "bit"), System("RowVersion", "int"),
    ];

    /// <summary>A column by its place, from 0.</summary>
    public static string Name(int place) => place == 0 ? "id" : $"column_{place}";

    /// <summary>The columns.</summary>
    public static ColumnDefinition[] Columns(int count) =>
    [
        .. Enumerable.Range(0, count).Select(place => place == 0
            ? Loading.Column("id", "int", key: 1) with { Nullable = false }
            : Loading.Column(Name(place), place % 2 == 0 ? "int" : "nvarchar(9)")),
    ];

    /// <summary>A load of the file wide.csv.</summary>
    public static ObjectDefinition Load(
        Loading loading, TableName table, int count, LoadPattern pattern, Swap swap = Swap.Auto) =>
        loading.Load("wide.csv", table, Columns(count)) with
        {
            Load = new LoadOptions
            {
                Pattern = Loading.Written(pattern),
                Swap = Loading.Written(swap),
                Range = Loading.Written<LoadRange?>(
                    pattern == LoadPattern.ReplaceRange ? new LoadRange("id", "0", "9") : null),
            },
        };

    /// <summary>The same keeping versions, in a table of so many columns.</summary>
    public static ObjectDefinition Versioned(
        Loading loading, TableName table, int count, ScdEngine engine, ColumnChange change)
    {
        var load = Load(loading, table, count - Versions.Length, LoadPattern.Versions);
        return load with
        {
            Kind = "scd",
            Scd = new ScdOptions { Engine = engine },
            SystemColumns = Versions,
            Columns = [.. load.Columns.Select(column => column with
            {
                Change = column.Key > 0 ? ColumnChange.Track : change,
            })],
        };
    }

    /// <summary>The same through a buffer, into a table of so many columns.</summary>
    public static ObjectDefinition Buffered(Loading loading, TableName table, int count) =>
        Load(loading, table, count - 1, LoadPattern.Merge) with
        {
            Kind = "absorb",
            Absorb = new AbsorbOptions(),
            SystemColumns = [System("RowBufferId", "bigint")],
        };

    /// <summary>The same with rows that cannot be loaded redirected.</summary>
    public static ObjectDefinition Redirected(ObjectDefinition load) =>
        load with { Errors = load.Errors with { OnError = Loading.Written(Policy.Redirect) } };

    /// <summary>Writes the file: all values of a row are its number, but for the last one.</summary>
    public static void Write(Loading loading, int count, params IEnumerable<(int Id, string Last)> rows)
    {
        using var file = loading.Write("wide.csv");
        file.WriteLine(string.Join(',', Enumerable.Range(0, count).Select(Name)));
        foreach (var (id, last) in rows)
        {
            file.WriteLine(string.Join(',', Enumerable.Repeat($"{id}", count - 1).Append(last)));
        }
    }

    /// <summary>Each row of a table by its number, with a star where its last value is ten times that.</summary>
    public static string Held(Place place, TableName table, int count) => string.Join(' ', place
        .Stored(table, [.. Enumerable.Range(0, count).Select(Name)])
        .Select(row => (Id: $"{row[0]}", Others: row[1..^1].Select(value => $"{value}").Distinct(), Last: $"{row[^1]}"))
        .Select(row => row.Others.Any(value => value != row.Id) ? $"{row.Id}?"
            : row.Id + (row.Last == row.Id ? "" : row.Last == row.Id + "0" ? "*" : $"={row.Last}"))
        .Order(StringComparer.Ordinal));

    private static SystemColumn System(string role, string type) =>
        new(role, role, Place.Type(type), Origin.Default);
}
