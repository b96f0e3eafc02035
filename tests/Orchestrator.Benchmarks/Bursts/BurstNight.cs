using System.Diagnostics;
using System.Globalization;
using Npgsql;
using Orchestrator.Benchmarks.Contests;
using Orchestrator.Benchmarks.Postgres;
using Orchestrator.PostgresCluster;

namespace Orchestrator.Benchmarks.Bursts;

/// <summary>
/// Bursts as they come: a producer writes so many rows a second into the buffer for two minutes, `orchestrator absorb
/// run` drains it, each in a process of its own, and twice a second somebody asks how old the oldest row is.
/// </summary>
internal static class BurstNight
{
    private const string Secret = "ORCHESTRATOR_SECRET_BURST";
    private const int SecondsOfNight = 120;
    private const double AgeMax = 5;

    private static readonly TimeSpan Rhythm = TimeSpan.FromMilliseconds(500);

    /// <summary>`absorb-burst [SECONDS [ROWS_PER_SECOND]]`: 100,000 rows a second, and where that is too much for the
    /// machine, 50,000.</summary>
    public static int Run(string[] args)
    {
        var seconds = args.Length > 0 ? int.Parse(args[0], CultureInfo.InvariantCulture) : SecondsOfNight;
        int[] rates = args.Length > 1 ? [int.Parse(args[1], CultureInfo.InvariantCulture)] : [100_000, 50_000];
        return rates.Any(rate => Play(rate, seconds)) ? 0 : 1;
    }

    private static bool Play(int rate, int seconds)
    {
        // As a server comes, but for the size of its log and its memory.
        using var cluster = Cluster.Start("fsync=on", "max_wal_size=4GB", "shared_buffers=512MB");
        var folder = Directory.CreateTempSubdirectory("orchestrator-burst-").FullName;
        try
        {
            File.WriteAllText(Path.Combine(folder, "solution.yaml"), Solution(cluster));
            Command(cluster, folder, "absorb", "create", "t").WaitForExit();
            var data = Path.Combine(cluster.Folder, "data");
            var server = ServerTime.Seconds(data);
            using var drainer = Command(cluster, folder, "absorb", "run", "t");
            using var writer = Writer(cluster, rate, seconds);
            var ages = Watch(cluster, writer);
            var wrote = writer.StandardOutput.ReadToEnd().Trim().Split(' ');
            var client = drainer.TotalProcessorTime.TotalSeconds;
            Shell.End(drainer);
            var said = drainer.StandardOutput.ReadToEnd().Trim();
            drainer.WaitForExit();
            return Judge(rate, wrote, ages, said, client, ServerTime.Seconds(data) - server);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static bool Judge(
        int rate, string[] wrote, IReadOnlyList<double> ages, string said, double client, double server)
    {
        var rows = long.Parse(wrote[0], CultureInfo.InvariantCulture);
        var seconds = double.Parse(wrote[1], CultureInfo.InvariantCulture);
        var sorted = ages.Order().ToArray();
        var isReached = rows / seconds >= rate * 0.99 && sorted[^1] < AgeMax;
        Console.WriteLine($"{rate:N0} rows/s wanted, {Environment.ProcessorCount} processors: {rows:N0} rows in "
            + $"{seconds:0.0} s, {rows / seconds:N0} rows/s");
        Console.WriteLine($"  age of the oldest row, {sorted.Length} looks: median {sorted[sorted.Length / 2]:0.00} s, "
            + $"99 of 100 {sorted[sorted.Length * 99 / 100]:0.00} s, most {sorted[^1]:0.00} s "
            + $"(wanted under {AgeMax} s)");
        Console.WriteLine($"  {said}");
        Console.WriteLine($"  processor time per row: drainer {client / rows * 1e6:0.00} µs, server "
            + $"{server / rows * 1e6:0.00} µs (writing and draining): {(isReached ? "reached" : "SHORT OF IT")}");
        return isReached;
    }

    private static List<double> Watch(Cluster cluster, Process writer)
    {
        using var source = NpgsqlDataSource.Create(cluster.ConnectionString());
        using var age = source.CreateCommand("SELECT coalesce((SELECT extract(epoch FROM clock_timestamp() - "
            + "\"RowBufferedAt\")::float8 FROM t_buffer ORDER BY \"RowBufferId\" LIMIT 1), 0)");
        var ages = new List<double>();
        while (!writer.WaitForExit(Rhythm))
        {
            ages.Add((double)age.ExecuteScalar()!);
        }

        return ages;
    }

    private static Process Writer(Cluster cluster, int rate, int seconds) => Start(
        Environment.ProcessPath!, cluster, null,
        ["absorb-writer", cluster.ConnectionString(), $"{rate}", $"{seconds}"]);

    private static Process Command(Cluster cluster, string folder, params string[] arguments) =>
        Start(Path.Combine(AppContext.BaseDirectory, "orchestrator"), cluster, folder, arguments);

    private static Process Start(string program, Cluster cluster, string? folder, string[] arguments)
    {
        var start = new ProcessStartInfo(program, arguments) { RedirectStandardOutput = true };
        start.WorkingDirectory = folder ?? "";
        start.Environment[Secret] = cluster.Password;
        return Process.Start(start)!;
    }

    private static string Solution(Cluster cluster) => $$"""
        formatVersion: 1
        solution: Bursts
        connections:
          - connection: Staging
            platform: PostgreSql
            stage: STG
            connectionString: "{{cluster.ConnectionString(password: "${secret:BURST}")}}"
        batches:
          - {batch: Bursts, projects: [Staging]}
        projects:
          - project: Staging
            target: Staging
            objects:
              - object: t
                kind: absorb
                absorb: {interval: 500ms}
                columns:
                  - {column: a, dataType: int, key: 1}
                  - {column: b, dataType: int, key: 2}
                  - {column: c, dataType: int}
                  - {column: d, dataType: varchar(100)}
                  - {column: e, dataType: datetime2(6)}
        """;
}
