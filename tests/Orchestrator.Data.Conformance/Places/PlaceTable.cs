using Orchestrator.Metadata.Model;

namespace Orchestrator.Data.Conformance.Places;

/// <summary>Where the suite runs.</summary>
public enum PlaceKind
{
    /// <summary>A file of SQLite.</summary>
    Sqlite,

    /// <summary>A real PostgreSQL server.</summary>
    PostgreSql,

    /// <summary>The SQL Server client and driver against a scripted server that keeps rows.</summary>
    Wire,

    /// <summary>A live SQL Server, where one is named; else its tests are skipped by name.</summary>
    SqlServer,

    /// <summary>A real MariaDB server.</summary>
    MariaDb,

    /// <summary>A folder of files.</summary>
    Files,
}

/// <summary>
/// The kinds of place, each with its row: who adds a platform adds one, and every test that is inherited runs there.
/// </summary>
internal static class PlaceTable
{
    private static readonly Dictionary<PlaceKind, PlaceRow> All = new()
    {
        [PlaceKind.Sqlite] = new(Platform.Sqlite, static () => new SqlitePlace())
        {
            ColumnsMax = 2000,
            Widths = [1010],
            WidthsOfFull = [1990],
        },
        [PlaceKind.PostgreSql] = new(Platform.PostgreSql, static () => new PostgreSqlPlace())
        {
            ColumnsMax = 1600,
            Widths = [500],
            WidthsOfFull = [1590],
        },
        [PlaceKind.Wire] = new(Platform.SqlServer, static () => new WirePlace())
        {
            ColumnsMax = 1024,
            Widths = [],
            WidthsOfFull = [1024],
        },

        // What is wide goes to the scripted one.
        [PlaceKind.SqlServer] = new(Platform.SqlServer, SqlServerPlace.Start)
        {
            ColumnsMax = null,
            Widths = [],
            IsEverywhere = false,
        },
        [PlaceKind.MariaDb] = new(Platform.MariaDb, static () => new MariaDbPlace())
        {
            ColumnsMax = 1017,
            Widths = [190],
        },
        [PlaceKind.Files] = new(Platform.Files, null)
        {
            ColumnsMax = null,
            Widths = [],
        },
    };

    /// <summary>Kinds with the number of columns that a table may have there.</summary>
    public static IEnumerable<object[]> Limits =>
        from row in All
        where row.Value.ColumnsMax is not null
        select new object[] { row.Key, row.Value.ColumnsMax!.Value };

    /// <summary>Kinds with each number of columns that tables have there which every pattern loads.</summary>
    public static IEnumerable<object[]> Widths => Each(row => row.Widths);

    /// <summary>The same, of the long proof.</summary>
    public static IEnumerable<object[]> WidthsOfFull => Each(row => row.WidthsOfFull);

    /// <summary>The row of a kind.</summary>
    public static PlaceRow Of(PlaceKind kind) => All[kind];

    private static IEnumerable<object[]> Each(Func<PlaceRow, IReadOnlyList<int>> widths) =>
        from row in All
        from width in widths(row.Value)
        select new object[] { row.Key, width };
}
