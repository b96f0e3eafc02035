using Npgsql;

namespace Orchestrator.Cli.Tests.Samples;

/// <summary>
/// The sample wwi with databases of its own, and beside it one database in which the steps of the package are carried
/// out one by one: what both hold must be the same.
/// </summary>
internal sealed class WideWorldNights : IDisposable
{
    private const string Secret = "WWI";
    private static int _count;

    private readonly string _operations;
    private readonly string _warehouse;
    private readonly string _steps;
    private readonly Samples _sample = Samples.Copy("wwi");

    public WideWorldNights()
    {
        var number = Interlocked.Increment(ref _count);
        _operations = $"wwi_{number}";
        _warehouse = $"wwi_dw_{number}";
        _steps = $"wwi_steps_{number}";
        Make(_operations, "operations", "days");
        Make(_warehouse, "warehouse");
        Make(_steps, "operations", "warehouse", "days");
        Connect("Operations", _operations);
        Connect("Warehouse", _warehouse);
    }

    /// <summary>Where the copy of the sample lies.</summary>
    public string Folder => _sample.Folder;

    /// <summary>A day with that many orders passes, the same in both places.</summary>
    public void Live(int orders)
    {
        InOperations($"CALL wwi.live({orders})");
        Lines(_steps, $"CALL wwi.live({orders})");
    }

    /// <summary>The steps of the package, one by one.</summary>
    /// <param name="changed">Says them otherwise; null = as the sample has them.</param>
    public void CarryOutSteps(Func<string, string>? changed = null) =>
        Lines(_steps, changed is null ? Script("steps") : changed(Script("steps")));

    /// <summary>The command over the sample.</summary>
    public (int Exit, string Output, string Error) Call(params string[] arguments) => _sample.Run(
        arguments, new Dictionary<string, string> { ["ORCHESTRATOR_SECRET_" + Secret] = Server.Cluster.Password });

    /// <summary>Runs a statement where the nights read.</summary>
    public void InOperations(string sql) => Lines(_operations, sql);

    /// <summary>Runs a statement in the warehouse that the nights write.</summary>
    public void InWarehouse(string sql) => Lines(_warehouse, sql);

    /// <summary>All rows of the warehouse that the nights write.</summary>
    public string[] Loaded(bool isByLoad = false) => Rows(_warehouse, isByLoad);

    /// <summary>All rows of the warehouse that the steps write.</summary>
    public string[] Stepped(bool isByLoad = false) => Rows(_steps, isByLoad);

    public void Dispose()
    {
        foreach (var database in new[] { _operations, _warehouse, _steps })
        {
            Lines("postgres", $"DROP DATABASE IF EXISTS {database} WITH (FORCE)");
        }

        _sample.Dispose();
    }

    // The clock of the machine and the numbers of staged rows are nobody's data. Where loads run side by side, which of
    // them was numbered first is chance, too: then one goes by its table and cutoff.
    internal static string[] Rows(string database, bool isByLoad = false)
    {
        const string told = "to_jsonb(t) - 'data_load_started' - 'data_load_completed'";
        const string byLoad = """
            - 'lineage_key' || jsonb_build_object('load', (
                SELECT l.table_name || ' ' || l.source_system_cutoff_time FROM integration.lineage AS l
                WHERE l.lineage_key = (to_jsonb(t) ->> 'lineage_key')::int))
            """;
        var last = isByLoad ? byLoad : "";
        var tables = Lines(database, """
            SELECT format('%I.%I', table_schema, table_name) FROM information_schema.tables
            WHERE table_schema IN ('dimension', 'fact', 'integration') ORDER BY 1
            """);
        return [.. tables.SelectMany(table => Lines(database, $"""
            SELECT {told} {Unnumbered(table)} {last}
            FROM {table} AS t ORDER BY 1
            """).Select(row => $"{table} {row}"))];
    }

    private static string Unnumbered(string table) =>
        table.EndsWith("_staging", StringComparison.Ordinal) ? $"- '{table.Split('.')[1]}_key'" : "";

    private void Make(string database, params string[] scripts)
    {
        Lines("postgres", $"CREATE DATABASE {database}");
        foreach (var script in scripts)
        {
            Lines(database, Script(script));
        }
    }

    private string Script(string name) =>
        File.ReadAllText(Path.Combine(_sample.Folder, "databases", name + ".sql"));

    private void Connect(string connection, string database)
    {
        var path = Path.Combine(_sample.Folder, "connections", connection + ".yaml");
        var place = Server.Cluster.ConnectionString(database, password: $"${{secret:{Secret}}}");
        File.WriteAllLines(path, File.ReadAllLines(path).Select(line =>
            line.StartsWith("connectionString:", StringComparison.Ordinal) ? $"connectionString: \"{place}\"" : line));
    }

    internal static string[] Lines(string database, string sql)
    {
        using var connection = new NpgsqlConnection(Server.Cluster.ConnectionString(database) + ";Pooling=false");
        connection.Open();
        using var command = new NpgsqlCommand(sql, connection)
        {
            AllResultTypesAreUnknown = true,
            CommandTimeout = 600,
        };
        using var reader = command.ExecuteReader();
        var lines = new List<string>();
        do
        {
            while (reader.Read())
            {
                lines.Add(reader.IsDBNull(0) ? "" : reader.GetString(0));
            }
        }
        while (reader.NextResult());
        return [.. lines];
    }
}
