using Orchestrator.Benchmarks.Contests;
using Orchestrator.Metadata.Model;
using Orchestrator.PostgresCluster;

namespace Orchestrator.Benchmarks.Postgres;

/// <summary>A private PostgreSQL server with the databases `source` and `target`, and a folder.</summary>
internal sealed class PostgresPair : IDisposable
{
    // The table that is filled, its log, and as much again for what else takes memory meanwhile.
    private const int FilesPerTable = 4;

    // Neither side shall pay for what the other one left: no checkpoint and no vacuum by the clock.
    private readonly Cluster _cluster =
        Cluster.Start("autovacuum=off", "max_wal_size=16GB", "checkpoint_timeout=1h", "shared_buffers=256MB");

    private long _warmed;

    /// <summary>Starts the server.</summary>
    public PostgresPair()
    {
        Sql("postgres", "CREATE DATABASE source", "CREATE DATABASE target");
    }

    /// <summary>A folder of its own.</summary>
    public string Folder { get; } = Directory.CreateTempSubdirectory("orchestrator-bench-").FullName;

    /// <summary>The database that is read.</summary>
    public Connection Source => Of("PostgreSQL source", "source");

    /// <summary>The database that is written.</summary>
    public Connection Target => Of("PostgreSQL target", "target");

    /// <summary>Where it is, for a tool that takes an address.</summary>
    public string Address(string database) =>
        $"postgresql://{Cluster.User}:{_cluster.Password}@127.0.0.1:{_cluster.Port}/{database}";

    /// <summary>Makes the table `rows` in the source, with rows, and an empty `peer` in the target.</summary>
    public void Make(TableShape shape, long rows)
    {
        Sql("source", "DROP TABLE IF EXISTS rows", shape.Create("rows"), shape.Fill("rows", rows), "VACUUM ANALYZE");
        Sql("target", "DROP TABLE IF EXISTS rows", "DROP TABLE IF EXISTS peer", shape.Create("peer"));
        _warmed = FilesPerTable * Directory
            .GetFiles(Path.Combine(_cluster.Folder, "data", "base"), "*", SearchOption.AllDirectories)
            .Sum(file => new FileInfo(file).Length);
    }

    /// <summary>Writes the source's table as delimited text; gives back where.</summary>
    public string WriteFile(TableShape shape)
    {
        var file = Path.Combine(Folder, "rows.csv");
        Sql("source", $"\\copy (SELECT {shape.Texts} FROM rows) TO '{file}' (FORMAT csv, HEADER)");
        return file;
    }

    /// <summary>Runs statements.</summary>
    public void Sql(string database, params string[] statements) =>
        Shell.Run($"{Psql(database)} {string.Join(' ', statements.Select(each => $"-c \"{each}\""))}", Environment);

    /// <summary>What a command line of a peer takes, the servers' share with it.</summary>
    public Cost Peer(string script) => Measured(() => Shell.Run(script, Environment));

    /// <summary>What our work takes, the servers' share with it.</summary>
    public Cost Ours(Action work) => Measured(() => Cost.Of(work));

    /// <summary>The same of a process of its own, which tells what it takes.</summary>
    public Cost Ours(Func<Cost> work) => Measured(work);

    /// <summary>psql as the superuser.</summary>
    public static string Psql(string database) => $"psql -X -q -v ON_ERROR_STOP=1 -d {database}";

    /// <inheritdoc/>
    public void Dispose()
    {
        _cluster.Dispose();
        Directory.Delete(Folder, recursive: true);
    }

    private Dictionary<string, string> Environment => new()
    {
        ["PGHOST"] = "127.0.0.1",
        ["PGPORT"] = $"{_cluster.Port}",
        ["PGUSER"] = Cluster.User,
        ["PGPASSWORD"] = _cluster.Password,
        ["PGOPTIONS"] = "-c client_min_messages=warning",
    };

    private Connection Of(string name, string database) => new()
    {
        Name = name,
        Platform = Platform.PostgreSql,
        ConnectionString = _cluster.ConnectionString(database),
    };

    private Cost Measured(Func<Cost> side)
    {
        Sql("postgres", "CHECKPOINT");
        Memory.Warm(_warmed);
        var data = Path.Combine(_cluster.Folder, "data");
        var before = ServerTime.Seconds(data);
        var cost = side();
        return cost with { Server = ServerTime.Seconds(data) - before };
    }
}
