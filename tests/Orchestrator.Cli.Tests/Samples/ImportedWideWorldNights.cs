namespace Orchestrator.Cli.Tests.Samples;

/// <summary>
/// The package DailyETLMain imported, with databases of its own on PostgreSQL, which hold what those of the sample hold
/// under the names that the package uses.
/// </summary>
internal sealed class ImportedWideWorldNights : IDisposable
{
    private const string Secret = "WWI";
    private static int _count;

    private readonly Samples _solution = Samples.New();
    private readonly string _operations;
    private readonly string _warehouse;

    /// <summary>Imports the package.</summary>
    /// <param name="folder">The folder wide-world-importers of Microsoft's samples for SQL Server.</param>
    public ImportedWideWorldNights(string folder)
    {
        var number = Interlocked.Increment(ref _count);
        _operations = $"wwi_imported_{number}";
        _warehouse = $"wwi_imported_dw_{number}";
        Import = Call(
            "import", "ssis", Path.Combine(folder, "wwi-ssis"), "--catalog", Path.Combine(folder, "wwi-dw-ssdt"));
    }

    /// <summary>What the import said.</summary>
    public (int Exit, string Output, string Error) Import { get; }

    /// <summary>Where the solution lies.</summary>
    public string Folder => _solution.Folder;

    /// <summary>
    /// Corrects what the package does otherwise than it means: before it stages purchases it empties the table of
    /// orders, and it takes the cost of stock for a whole number. The sample does neither.
    /// </summary>
    public void Mend()
    {
        Change("Truncate_Purchase_Staging", "Integration.Order_Staging", "Integration.Purchase_Staging");
        Change("Extract_All_Stock_Holding_Data_to_Staging", "[Last Cost Price] int", "[Last Cost Price] decimal(18,2)");
    }

    /// <summary>Makes the databases, and leads the connections there.</summary>
    public void Move()
    {
        Make(_operations, "operations", "days", "as-the-package-operations");
        Make(_warehouse, "warehouse", "as-the-package-warehouse");
        Connect("WWI_Source_DB", _operations);
        Connect("WWI_DW_Destination_DB", _warehouse);
    }

    /// <summary>A day with that many orders passes, whose end both databases know.</summary>
    public void Live(int orders)
    {
        WideWorldNights.Lines(_operations, $"CALL wwi.live({orders})");
        var now = WideWorldNights.Lines(_operations, "SELECT utc_now FROM wwi.clock").Single();
        WideWorldNights.Lines(_warehouse, $"UPDATE wwi.clock SET utc_now = '{now}'");
    }

    /// <summary>The command over the solution.</summary>
    public (int Exit, string Output, string Error) Call(params string[] arguments) => _solution.Run(
        arguments, new Dictionary<string, string> { ["ORCHESTRATOR_SECRET_" + Secret] = Server.Cluster.Password });

    /// <summary>All rows of the warehouse.</summary>
    public string[] Loaded() => WideWorldNights.Rows(_warehouse);

    public void Dispose()
    {
        foreach (var database in new[] { _operations, _warehouse })
        {
            WideWorldNights.Lines("postgres", $"DROP DATABASE IF EXISTS {database} WITH (FORCE)");
        }

        _solution.Dispose();
    }

    private void Change(string name, string from, string to)
    {
        var path = Path.Combine(Folder, "projects", "DailyETLMain", "objects", name + ".yaml");
        var text = File.ReadAllText(path);
        Assert.That(text, Does.Contain(from));
        File.WriteAllText(path, text.Replace(from, to, StringComparison.Ordinal));
    }

    private static void Make(string database, params string[] scripts)
    {
        var sample = Path.Combine(Samples.RepositoryRoot, "metadata", "samples", "wwi", "databases");
        var own = Path.Combine(Samples.RepositoryRoot, "tests", "Orchestrator.Cli.Tests", "Samples");
        WideWorldNights.Lines("postgres", $"CREATE DATABASE {database}");
        foreach (var script in scripts)
        {
            var path = Path.Combine(sample, script + ".sql");
            WideWorldNights.Lines(database, File.ReadAllText(
                File.Exists(path) ? path : Path.Combine(own, script + ".sql")));
        }
    }

    private void Connect(string connection, string database) => File.WriteAllText(
        Path.Combine(Folder, "connections", connection + ".yaml"),
        $"connection: {connection}\nplatform: PostgreSql\nconnectionString: \""
            + Server.Cluster.ConnectionString(database, password: $"${{secret:{Secret}}}") + "\"\n");
}
