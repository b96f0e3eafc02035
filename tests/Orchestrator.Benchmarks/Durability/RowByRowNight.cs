using Npgsql;
using Orchestrator.Benchmarks.Contests;
using Orchestrator.Cli;
using Orchestrator.Cli.Grammar;
using Orchestrator.Ledger;
using Orchestrator.PostgresCluster;

namespace Orchestrator.Benchmarks.Durability;

/// <summary>
/// A night of packages that load files into one staging database, processors + 2 at a time, in two environments that
/// differ by nothing but its delayed durability.
/// </summary>
internal sealed class RowByRowNight : IDisposable
{
    /// <summary>The environment whose staging database is relaxed.</summary>
    public const string Relaxed = "relaxed";

    /// <summary>The environment where each commit waits for the log.</summary>
    public const string Durable = "durable";

    private const int PackagesOfNight = 8;

    private readonly Cluster _cluster;
    private readonly string _folder = Directory.CreateTempSubdirectory("orchestrator-night-").FullName;
    private readonly int _packages;

    /// <summary>Starts the server and writes the solution and its files.</summary>
    /// <param name="load">What the packages' `load` says.</param>
    /// <param name="rows">Rows of each file.</param>
    /// <param name="settings">Settings of the server beside those of a durable one.</param>
    public RowByRowNight(string load, int rows, params string[] settings)
        : this(load, rows, PackagesOfNight, settings)
    {
    }

    /// <summary>The same with another number of packages.</summary>
    public RowByRowNight(string load, int rows, int packages, params string[] settings)
    {
        _packages = packages;
        _cluster = Cluster.Start(
        [
            "fsync=on", "full_page_writes=on", "autovacuum=off", "checkpoint_timeout=1h", "max_wal_size=16GB",
            .. settings,
        ]);
        Rows = (long)packages * rows;
        Directory.CreateDirectory(Path.Combine(_folder, "data"));
        Directory.CreateDirectory(Path.Combine(_folder, "environments"));
        Write("solution.yaml", Solution(load));
        Write($"environments/{Relaxed}.yaml", EnvironmentOf(Relaxed, "forced"));
        Write($"environments/{Durable}.yaml", EnvironmentOf(Durable, "off"));
        for (var i = 0; i < packages; i++)
        {
            Write($"data/t{i}.csv", "Id,Name,Amount,Moment,Flag\n" + string.Concat(Enumerable.Range(0, rows).Select(
                row => $"{row},customer number {row},{row}.25,2024-02-29 12:00:00,{row % 7}\n")));
        }
    }

    /// <summary>Rows of one run.</summary>
    public long Rows { get; }

    /// <summary>The solution.</summary>
    public string Folder => _folder;

    /// <summary>Leads to the database as its superuser.</summary>
    public string ConnectionString => _cluster.ConnectionString() + ";Pooling=false";

    /// <summary>Flushes of the log in the last run.</summary>
    public long Flushes { get; private set; }

    /// <summary>Runs the night in an environment: from its beginning to its end as the ledger has them.</summary>
    public Cost Run(string environment)
    {
        Sql("CHECKPOINT");
        var flushed = Number("SELECT wal_sync FROM pg_stat_wal");
        var processor = Environment.CpuUsage.TotalTime;
        Call("run", "--environment", environment);
        Flushes = Number("SELECT wal_sync FROM pg_stat_wal") - flushed;
        using var reader = LedgerReader.Open(LedgerLocation.OfSolution(_folder), TimeProvider.System)!;
        var run = reader.Find("latest");
        return new Cost(
            (run.Ended!.Value - run.Started).TotalSeconds, (Environment.CpuUsage.TotalTime - processor).TotalSeconds);
    }

    /// <summary>Calls the command over the solution and gives back what it printed.</summary>
    /// <exception cref="InvalidOperationException">It failed.</exception>
    public string Call(params string[] arguments)
    {
        using var output = new StringWriter();
        using var error = new StringWriter();
        var code = CommandLine.Invoke(arguments, new Host
        {
            Out = output,
            Error = error,
            Folder = _folder,
            Width = 100,
            Variables = new Dictionary<string, string> { [Secret] = _cluster.Password },
        });
        return code == 0 ? output.ToString() : throw new InvalidOperationException($"{code}: {error}{output}");
    }

    /// <summary>Writes the report of the last run, as of a solution that lies where one would.</summary>
    public void Report(string file)
    {
        Call("report", "--file", file);
        File.WriteAllText(file, File.ReadAllText(file).Replace(_folder, "/srv/night", StringComparison.Ordinal));
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _cluster.Dispose();
        Environment.SetEnvironmentVariable(Secret, null);
        Directory.Delete(_folder, recursive: true);
    }

    private const string Secret = "ORCHESTRATOR_SECRET_NIGHT";

    private void Write(string name, string text) => File.WriteAllText(Path.Combine(_folder, name), text);

    private string Solution(string load)
    {
        Environment.SetEnvironmentVariable(Secret, _cluster.Password);
        return $$"""
            formatVersion: 1
            solution: Night
            connections:
              - {connection: Files, platform: Files, folder: data}
              - connection: Staging
                platform: PostgreSql
                stage: STG
                connectionString: "{{_cluster.ConnectionString(password: "${secret:NIGHT}")}}"
                reloadable: true
            batches:
              - {batch: Nightly, projects: [Staging]}
            projects:
              - project: Staging
                source: Files
                target: Staging
                load: {{load}}
                objects:

            """ + string.Concat(Enumerable.Range(0, _packages).Select(i => $$"""
                  - object: t{{i}}
                    source: {file: t{{i}}.csv}
                    columns:
                      - {column: Id, dataType: int}
                      - {column: Name, dataType: nvarchar(100)}
                      - {column: Amount, dataType: "decimal(12,2)"}
                      - {column: Moment, dataType: datetime2(3)}
                      - {column: Flag, dataType: int}

            """));
    }

    private static string EnvironmentOf(string name, string mode) => $$"""
        environment: {{name}}
        connections:
          - connection: Staging
            delayedDurability: {mode: {{mode}} }
        """;

    private void Sql(string statement)
    {
        using var connection = Open();
        using var command = new NpgsqlCommand(statement, connection);
        command.ExecuteNonQuery();
    }

    private long Number(string query)
    {
        using var connection = Open();
        using var command = new NpgsqlCommand(query, connection);
        return (long)command.ExecuteScalar()!;
    }

    private NpgsqlConnection Open()
    {
        var connection = new NpgsqlConnection(ConnectionString);
        connection.Open();
        return connection;
    }
}
