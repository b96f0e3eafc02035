using Npgsql;
using Orchestrator.Cli;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Solutions;
using Orchestrator.Core;
using Orchestrator.Core.Durability;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Loading;
using Orchestrator.Runner.Retry;

namespace Orchestrator.Faults.Tests.KilledServer;

/// <summary>
/// A night that fills a relaxed database of a server from files: half of its tables by Append behind a watermark, half
/// row by row. It has been filled once before.
/// </summary>
internal sealed class LoadedNight : IDisposable
{
    /// <summary>Rows of a file in the night before, and tonight.</summary>
    public const int RowsBefore = 100, RowsTonight = 2000;

    private const int Pairs = 3;
    private const string Secret = "ORCHESTRATOR_SECRET_NIGHT";

    private static int _databases;

    private readonly Cluster _cluster;
    private readonly string _database = $"night_{Interlocked.Increment(ref _databases)}";

    public LoadedNight(Cluster cluster, string flush, int retries)
    {
        _cluster = cluster;
        Execute("postgres", $"CREATE DATABASE {_database}");
        Environment.SetEnvironmentVariable(Secret, cluster.Password);
        Directory.CreateDirectory(Path.Combine(Folder, "in"));
        File.WriteAllText(Path.Combine(Folder, "solution.yaml"), Solution(flush, retries));
        Fill(RowsBefore);
        Must(Run("Raw"));
        Must(Run("Nightly"));
        Fill(RowsTonight);
        Must(Run("Raw"));
    }

    public string Folder { get; } = Directory.CreateTempSubdirectory("orchestrator-durability-").FullName;

    /// <summary>The tables that the night fills.</summary>
    public static IReadOnlyList<string> Tables { get; } =
        [.. Enumerable.Range(0, Pairs).SelectMany(i => new[] { $"a{i}", $"r{i}" })];

    public string ConnectionString => _cluster.ConnectionString(_database) + ";Pooling=false";

    /// <summary>Runs a batch, or packages of it, within this process.</summary>
    public Called Run(params string[] arguments)
    {
        using var output = new StringWriter { NewLine = "\n" };
        using var error = new StringWriter { NewLine = "\n" };
        var code = CommandLine.Invoke(["run", .. arguments], new Host
        {
            Out = output,
            Error = error,
            Folder = Folder,
            Variables = new Dictionary<string, string> { [Secret] = _cluster.Password },
        });
        return new Called(code, $"{error}{output}");
    }

    /// <summary>The packages of the last run by their state.</summary>
    public IReadOnlyDictionary<string, NodeState> States()
    {
        using var reader = Ledger();
        return reader.Nodes(reader.Count).Where(node => node.Kind == NodeKind.Package)
            .ToDictionary(node => node.Name, node => node.State);
    }

    /// <summary>The packages that a run which continues the last one has to run.</summary>
    public IReadOnlyList<string> Again()
    {
        using var reader = Ledger();
        var loaded = SolutionLoader.Load(Folder, null, new SolutionLoadOptions { Listing = Kinds.Listing });
        var plan = Compiler.Compile(loaded.Solution!, "Nightly", Kinds.Check).Plan!;
        var past = RunChain.Of(reader, reader.Run(reader.Count)!, plan.Nodes);
        return [.. ResumePoint.Of(plan, index => past.TryGetValue(plan.Nodes[index].Name, out var one)
            ? new PastOutcome(one.State, one.Run) : default).Again.Select(index => plan.Nodes[index].Name)];
    }

    /// <summary>The warnings of the last run.</summary>
    public IReadOnlyList<string> Warnings()
    {
        using var reader = Ledger();
        return [.. reader.Warnings(reader.Count).Select(warning => warning.Text)];
    }

    /// <summary>Where each watermark stands.</summary>
    public IReadOnlyDictionary<string, string?> Watermarks()
    {
        using var reader = Ledger();
        return reader.Watermarks("default").GroupBy(one => one.Node)
            .ToDictionary(node => node.Key, node => node.MaxBy(one => one.At)!.Value);
    }

    /// <summary>The rows of a table, but for who wrote them.</summary>
    public string[] Rows(string table) => Texts(
        $"""SELECT concat_ws('|', "Id", "Name") FROM staging.{table} ORDER BY "Id", "Name" """);

    /// <summary>Changes something past the command.</summary>
    public void Execute(string sql) => Execute(_database, sql);

    /// <summary>Waits until all tables together hold so many rows.</summary>
    public void AwaitRows(long rows)
    {
        var sql = string.Join(" + ", Tables.Select(table => $"(SELECT count(*) FROM staging.{table})"));
        using var connection = Open(ConnectionString);
        using var command = new NpgsqlCommand($"SELECT {sql}", connection);
        Assert.That(() => (long)command.ExecuteScalar()!, Is.GreaterThanOrEqualTo(rows).After(300_000, 5));
    }

    /// <summary>The processes of the night's sessions at the server.</summary>
    public int[] Sessions() => [.. Texts(
        $"""
        SELECT pid FROM pg_stat_activity
        WHERE datname = '{_database}' AND pid <> pg_backend_pid() AND backend_type = 'client backend'
        """).Select(int.Parse)];

    /// <summary>
    /// From now on the log reaches the disk only where somebody asks for it: the process that else writes what is
    /// committed without waiting, a few milliseconds later, stands still. It does so where it has nothing to do: halted
    /// while it writes it would hold the lock of the log, for which all others then wait for ever.
    /// </summary>
    public void HaltLogWriter()
    {
        while (true)
        {
            var writer = int.Parse(OfLogWriter("pid"));
            _cluster.Halt(writer);
            if (OfLogWriter("wait_event") == "WalWriterMain")
            {
                return;
            }

            _cluster.Wake(writer);
        }
    }

    /// <summary>Waits until the server takes connections again.</summary>
    public void AwaitServer() => Assert.That(() => IsThere, Is.True.After(300_000, 20), "it takes none");

    public void Dispose() => Directory.Delete(Folder, recursive: true);

    private bool IsThere
    {
        get
        {
            try
            {
                Open(ConnectionString).Dispose();
                return true;
            }
            catch (NpgsqlException)
            {
                return false;
            }
        }
    }

    private string OfLogWriter(string column) =>
        Texts($"SELECT {column} FROM pg_stat_activity WHERE backend_type = 'walwriter'").Single();

    private static void Must(Called called) => Assert.That(called.ExitCode, Is.Zero, called.Text);

    private LedgerReader Ledger() => LedgerReader.Open(LedgerLocation.OfSolution(Folder), TimeProvider.System)!;

    private void Fill(int rows)
    {
        foreach (var table in Tables)
        {
            File.WriteAllText(Path.Combine(Folder, "in", $"{table}.csv"), "Id,Name\n" + string.Concat(
                Enumerable.Range(1, rows).Select(row => $"{row},{table} number {row}\n")));
        }
    }

    private string Solution(string flush, int retries) => $$"""
        formatVersion: 1
        solution: Durable
        settings: {retry: {count: {{retries}}, delay: 1s, errors: [Transient]} }
        systemColumns:
          RowAuditId: {column: RowAuditId, dataType: bigint}
        connections:
          - {connection: Files, platform: Files, folder: in}
          - {connection: Raw, platform: Sqlite, stage: LND}
          - connection: Staging
            platform: PostgreSql
            stage: STG
            connectionString: "{{_cluster.ConnectionString(_database, password: "${secret:NIGHT}")}}"
            reloadable: true
            delayedDurability: {mode: forced, flush: {{flush}} }
        batches:
          - {batch: Raw, projects: [Raw]}
          - {batch: Nightly, projects: [Staging]}
        projects:
          - project: Raw
            source: Files
            target: Raw
            objects:
        {{string.Concat(Tables.Select(table => Object(table, $"source: {{file: {table}.csv}}", "")))}}
          - project: Staging
            source: Raw
            target: Staging
            objects:
        {{string.Concat(Tables.Select(table => Object(table, $"source: {{name: {table}}}", Load(table))))}}
        """;

    private static string Object(string name, string source, string load) => $$"""
              - object: {{name}}
                {{source}}
                columns: [{column: Id, dataType: int}, {column: Name, dataType: nvarchar(60)}]
        {{load}}

        """;

    private static string Load(string table) => table[0] == 'a'
        ? $$"""
                    target: {schema: staging, name: {{table}} }
                    load: {pattern: Append}
                    watermarks: [{watermark: Loaded, column: Id, dataType: int, default: "0"}]
            """
        : $$"""
                    target: {schema: staging, name: {{table}} }
                    load: {pattern: TruncateInsert, swap: inPlace, fastLoad: false, commitRows: 1}
            """;

    /// <summary>Once more where the server, which a killed session takes down a moment later, was not there.</summary>
    private string[] Texts(string sql)
    {
        while (true)
        {
            try
            {
                return Asked(sql);
            }
            catch (NpgsqlException fault) when (fault.IsTransient)
            {
                AwaitServer();
            }
        }
    }

    private string[] Asked(string sql)
    {
        using var connection = Open(ConnectionString);
        using var command = new NpgsqlCommand(sql, connection);
        using var reader = command.ExecuteReader();
        var texts = new List<string>();
        while (reader.Read())
        {
            texts.Add($"{reader.GetValue(0)}");
        }

        return [.. texts];
    }

    private void Execute(string database, string sql)
    {
        using var connection = Open(_cluster.ConnectionString(database) + ";Pooling=false");
        using var command = new NpgsqlCommand(sql, connection);
        command.ExecuteNonQuery();
    }

    private static NpgsqlConnection Open(string connectionString)
    {
        var connection = new NpgsqlConnection(connectionString);
        connection.Open();
        return connection;
    }
}

/// <summary>What one call of the command returned and wrote.</summary>
internal sealed record Called(int ExitCode, string Text);
