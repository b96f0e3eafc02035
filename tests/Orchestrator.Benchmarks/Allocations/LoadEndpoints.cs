using Orchestrator.Benchmarks.Loads;
using Orchestrator.Benchmarks.Postgres;
using Orchestrator.Benchmarks.SqlServer;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Tds;

namespace Orchestrator.Benchmarks.Allocations;

/// <summary>The same rows of fixed-width types in a file and on each platform, and where they can go.</summary>
internal sealed class LoadEndpoints : IDisposable
{
    /// <summary>Rows after which a load allocates no more once and for all.</summary>
    public const int Few = 100_000;

    /// <summary>Those, and a million more.</summary>
    public const int Many = 1_100_000;

    private static readonly TableShape Fixed = new("fixed widths", Many,
    [
        new("id", "integer", "int", "i"),
        new("big", "bigint", "bigint", "i::bigint * 7919"),
        new("small", "smallint", "smallint", "i % 30000"),
        new("flag", "boolean", "bit", "i % 2 = 0"),
        new("single", "real", "real", "i / 4.0"),
        new("ratio", "double precision", "float", "i / 8.0"),
        new("sold", "date", "date", "date '2000-01-01' + i % 9000"),
        new("at", "time(6)", "time(6)", "time '00:00:00.25' + i % 80000 * interval '1 second'"),
        new("stamp", "timestamp(6)", "datetime2(6)", "timestamp '2020-01-01 00:00:00.125' + i * interval '1 second'"),
        new("code", "uuid", "uniqueidentifier", "md5(i::text)::uuid"),
    ]);

    // The client of SQL Server allocates for each of them, whatever it is given.
    private static readonly TableShape WithDecimals = Fixed with
    {
        Columns =
        [
            .. Fixed.Columns,
            new("price", "numeric(9,2)", "decimal(9,2)", "i % 1000000 / 100.0"),
            new("amount", "numeric(28,4)", "decimal(28,4)", "i * 1000000000000.25"),
        ],
    };

    private readonly PostgresPair _pair = new();
    private readonly ServerProcess _server =
        ServerProcess.Start($"{RowShape.Table}", [.. Fixed.Columns.Select(each => $"{each.Name} {each.Neutral}")]);

    public LoadEndpoints()
    {
        _pair.Make(WithDecimals, Many);
        File.Move(_pair.WriteFile(WithDecimals), FileOf(Many));
        File.WriteAllLines(FileOf(Few), File.ReadLines(FileOf(Many)).Take(Few + 1));
        LoadPackage.Run(Job(Files, Sqlite("source"), Many));
    }

    /// <summary>From everywhere to everywhere; PostgreSQL → PostgreSQL both in row batches and passing.</summary>
    public IEnumerable<(Connection From, Connection To)> Pairs =>
        from source in (Connection[])[Files, Sqlite("source"), Typed, _pair.Source, SqlServer]
        from target in (Connection[])[Sqlite("target"), _pair.Target, SqlServer]
        where source.Name != _pair.Source.Name || target.Name == _pair.Target.Name
        select (source, target);

    /// <summary>A load of so many rows.</summary>
    public LoadJob Job(Connection from, Connection to, int rows) => new()
    {
        Folder = _pair.Folder,
        From = from,
        Source = SourceOf(from, rows),
        To = to,
        Columns = from.Name == _pair.Source.Name ? [] : [.. ColumnsOf(from, to)],
        Resources = new RunResources(),
    };

    /// <summary>Takes the targets' tables away: each load makes them of its own types.</summary>
    public void Clear()
    {
        _pair.Sql("target", "DROP TABLE IF EXISTS rows");
        foreach (var file in Directory.GetFiles(_pair.Folder, "target.db*"))
        {
            File.Delete(file);
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _server.Dispose();
        _pair.Dispose();
    }

    private Connection Files => new() { Name = "file", Platform = Platform.Files, Folder = _pair.Folder };

    private Connection SqlServer => new()
    {
        Name = "SQL Server",
        Platform = Platform.SqlServer,
        ConnectionString = RowShape.Address(_server),
    };

    private Connection Sqlite(string name) => new()
    {
        Name = $"SQLite {name}",
        Platform = Platform.Sqlite,
        File = Path.Combine(_pair.Folder, $"{name}.db"),
    };

    private Connection Typed => _pair.Source with { Name = "PostgreSQL source, typed" };

    private string FileOf(int rows) => Path.Combine(_pair.Folder, $"rows-{rows}.csv");

    private ObjectSource SourceOf(Connection from, int rows) => from.Platform switch
    {
        Platform.Files => new() { Connection = from.Name, File = Path.GetFileName(FileOf(rows)) },
        Platform.SqlServer => new()
        {
            Connection = from.Name,
            Query = new SqlText($"SELECT TOP ({rows}) * FROM {RowShape.Table}", null, default),
        },
        _ => new() { Connection = from.Name, Name = "rows", Where = $"id <= {rows}" },
    };

    // The date becomes a time stamp, so that the rows do not pass.
    private static IEnumerable<(string Name, string Type)> ColumnsOf(Connection from, Connection to) =>
        (from.Platform == Platform.SqlServer || to.Platform == Platform.SqlServer ? Fixed : WithDecimals).Columns
        .Select(each => (each.Name, each.Name == "sold" && from.Platform == Platform.PostgreSql
            && to.Platform == Platform.PostgreSql ? "datetime2(6)" : each.Neutral));
}
