using Orchestrator.Benchmarks.Contests;

namespace Orchestrator.Benchmarks.Nights;

/// <summary>
/// The second to the tenth night into SQLite as whole processes, against `sqlite3`, which drops the table, makes it and
/// imports the same file in one transaction, with the same journal.
/// </summary>
internal static class SqliteNights
{
    private const int RowsMax = 2_000_000;
    private const double StageMax = 2.3;
    private const double SlowerMax = 1.1;

    private const string Ddl =
        "CREATE TABLE rows (Id INTEGER, Name TEXT, Amount REAL, Day TEXT, Rate REAL);";

    /// <summary>`[ROUNDS [PERCENT]]`: 1000 percent are 20 million rows.</summary>
    public static int Run(string[] args)
    {
        if (!Shell.Has("sqlite3"))
        {
            return 1;
        }

        var options = Options.Of(args);
        using var solution = new NightSolution();
        var rows = options.Rows(RowsMax);
        NightFile.Write(Path.Combine(solution.Data, "rows.csv"), rows);
        solution.Write("platform: Sqlite, stage: STG, file: stage.db", [NightSolution.ObjectOf("rows")]);
        File.WriteAllText(Path.Combine(solution.Folder, "import.sql"),
            "PRAGMA journal_mode=WAL;\nPRAGMA synchronous=FULL;\nBEGIN;\nDROP TABLE IF EXISTS rows;\n"
            + $"{Ddl}\n.mode csv\n.import --skip 1 data/rows.csv rows\nCOMMIT;\n");
        var nights = new List<Cost>();
        // Before the first round both sides load once: the first night, which is not counted.
        var contest = new Contest("a night into SQLite, whole process", "sqlite3", rows) { Rounds = options.Rounds };
        var isFaster = contest.Run(
            () => Night(solution, nights),
            () => Shell.Run($"cd {solution.Folder}; sqlite3 peer.db < import.sql", new Dictionary<string, string>()),
            Goal.Speed(1.0) with { SpreadMax = NightGoals.SpreadMax });
        var isEven = NightGoals.IsEven(nights, SlowerMax);
        return IsSmall(solution) && isEven && isFaster ? 0 : 1;
    }

    private static Cost Night(NightSolution solution, List<Cost> nights)
    {
        var cost = solution.Run("run -q");
        nights.Add(cost);
        return cost;
    }

    // The peer's file after as many nights, packed anew, is the table and nothing else.
    private static bool IsSmall(NightSolution solution)
    {
        Shell.Run(
            $"cd {solution.Folder}; sqlite3 peer.db \"VACUUM INTO 'packed.db'\"", new Dictionary<string, string>());
        var table = new FileInfo(Path.Combine(solution.Folder, "packed.db")).Length;
        var stage = Directory.GetFiles(solution.Folder, "stage.db*", SearchOption.AllDirectories)
            .Sum(file => new FileInfo(file).Length);
        var ratio = (double)stage / table;
        Console.WriteLine("  stage and log after the last night: "
            + $"{ratio:0.00} × the table (wanted ≤ {StageMax:0.0}): "
            + (ratio <= StageMax ? "reached" : "SHORT OF IT"));
        return ratio <= StageMax;
    }
}
