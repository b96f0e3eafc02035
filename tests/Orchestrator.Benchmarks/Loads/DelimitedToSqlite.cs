using Orchestrator.Benchmarks.Contests;
using Orchestrator.Data;

namespace Orchestrator.Benchmarks.Loads;

/// <summary>
/// A delimited file into SQLite, guard on and commit included, against `sqlite3 .import` of the same file into a table
/// with the same declaration and the same journal mode.
/// </summary>
internal static class DelimitedToSqlite
{
    private const int RowsMax = 600_000;

    private const string Ddl =
        "CREATE TABLE \"rows\" (\"Id\" INTEGER, \"Name\" TEXT, \"Price\" REAL, \"Sold\" TEXT, \"Note\" TEXT);";

    /// <summary>Prints the table; the exit code is 0 when the ratio counts and is reached.</summary>
    public static int Run(string[] args)
    {
        var options = Options.Of(args);
        var folder = Directory.CreateTempSubdirectory("orchestrator-bench-").FullName;
        try
        {
            var rows = options.Rows(RowsMax);
            GeneratedRows.Write(Path.Combine(folder, "rows.csv"), (int)rows, seed: 7);
            var contest = new Contest("delimited file → SQLite, 5 columns", ".import", rows)
            {
                Rounds = options.Rounds,
            };
            return contest.Run(() => Ours(folder), () => Peer(folder), Goal.Speed(1.3)) ? 0 : 1;
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static Cost Ours(string folder)
    {
        Clear(folder);
        return Cost.Of(() => LoadPackage.Run(folder, "rows", new RunResources()));
    }

    private static Cost Peer(string folder)
    {
        Clear(folder);
        var script = Path.Combine(folder, "import.sql");
        File.WriteAllText(
            script,
            $"PRAGMA journal_mode=WAL;\nPRAGMA synchronous=FULL;\n{Ddl}\n.mode csv\n.import --skip 1 rows.csv rows\n");
        return Shell.Run($"cd {folder}; sqlite3 rows.db < {script}", new Dictionary<string, string>());
    }

    private static void Clear(string folder)
    {
        foreach (var file in Directory.GetFiles(folder, "rows.db*"))
        {
            File.Delete(file);
        }
    }
}
