using System.Text.Json;
using Orchestrator.Benchmarks.Contests;
using Orchestrator.Benchmarks.Nights;
using Orchestrator.Benchmarks.Postgres;
using Orchestrator.Compare;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;

namespace Orchestrator.Benchmarks.Compared;

/// <summary>
/// `compare data` of two tables of PostgreSQL of which three rows differ, as a whole process, against reading both once
/// at the same time by the engine's own reader.
/// </summary>
internal static class CompareRows
{
    private const long RowsMax = 10_000_000;
    private const int Planted = 3;
    private const double TimesMax = 1.5;
    private const string Table = "rows";

    private static readonly string[] Changes =
    [
        "UPDATE rows SET price = price + 0.01 WHERE id = 17",
        "UPDATE rows SET note = note || ' ' WHERE id = (SELECT max(id) / 2 FROM rows)",
        "UPDATE rows SET sold = NULL WHERE id = (SELECT max(id) FROM rows)",
    ];

    /// <summary>`[ROUNDS [PERCENT]]`.</summary>
    public static int Run(string[] args)
    {
        var options = Options.Of(args);
        var rows = options.Rows(RowsMax);
        using var pair = new PostgresPair();
        using var solution = new NightSolution();
        Make(pair, rows);
        Write(pair, solution);
        var peaks = new List<double>();
        var contest = new Contest($"compare data, {Planted} rows differ, whole process", "reading both", rows)
        {
            Rounds = options.Rounds,
        };
        var isFast = contest.Run(
            () =>
            {
                var cost = pair.Ours(() => solution.Watch("compare data Old:rows New:rows -o json", exitCode: 1));
                peaks.Add(cost.Memory);
                RefuseWrong(solution.SaidLast, rows);
                return cost;
            },
            () => pair.Ours(() => ReadBoth(pair)),
            Goal.Time(TimesMax));
        var most = peaks.Max();
        Console.WriteLine($"  most memory {most:0} MB (wanted < {Peak.MegabytesWanted} MB): "
            + (most < Peak.MegabytesWanted ? "reached" : "SHORT OF IT"));
        return isFast && most < Peak.MegabytesWanted ? 0 : 1;
    }

    private static void Make(PostgresPair pair, long rows)
    {
        var shape = TableShape.Five;
        foreach (var database in new[] { "source", "target" })
        {
            pair.Sql(database, shape.Create(Table), shape.Fill(Table, rows), "ALTER TABLE rows ADD PRIMARY KEY (id)");
        }

        pair.Sql("target", Changes);
        pair.Sql("source", "VACUUM ANALYZE rows");
        pair.Sql("target", "VACUUM ANALYZE rows");
    }

    private static void Write(PostgresPair pair, NightSolution solution)
    {
        solution.Variables["ORCHESTRATOR_SECRET_OLD"] = pair.Source.ConnectionString!;
        solution.Variables["ORCHESTRATOR_SECRET_NEW"] = pair.Target.ConnectionString!;
        File.WriteAllText(Path.Combine(solution.Folder, "solution.yaml"), """
            formatVersion: 1
            solution: Compared
            connections:
              - {connection: Old, platform: PostgreSql, connectionString: "${secret:OLD}"}
              - {connection: New, platform: PostgreSql, connectionString: "${secret:NEW}"}

            """);
    }

    private static void RefuseWrong(string said, long rows)
    {
        using var document = JsonDocument.Parse(said);
        var found = document.RootElement.GetProperty("comparison");
        var (differing, equal) = (
            found.GetProperty("rows_differing").GetInt64(), found.GetProperty("rows_equal").GetInt64());
        if (differing != Planted || equal != rows - Planted)
        {
            throw new InvalidOperationException($"{differing} rows differ and {equal} are equal");
        }
    }

    private static void ReadBoth(PostgresPair pair)
    {
        var second = new Thread(() => Read(pair.Target)) { Name = "read target" };
        second.Start();
        Read(pair.Source);
        second.Join();
    }

    private static void Read(Connection connection)
    {
        var address = new DatabaseAddress
        {
            Connection = connection.Name,
            ConnectionString = connection.ConnectionString!,
        };
        using var database = ConnectionAccess.PlatformOf(connection)!.Open(
            address, new DatabaseUse { IsTarget = false, Time = TimeProvider.System });
        using var reader = database.Read($"SELECT * FROM {Table}");
        SideReading.Each(reader, (_, _) => true, CancellationToken.None);
    }
}
