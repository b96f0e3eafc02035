using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using Npgsql;
using Orchestrator.PostgresCluster;

namespace Orchestrator.Benchmarks.Sampling;

/// <summary>
/// What `monitor run` costs while sessions run statements whose values and plans change all the time: less than one in
/// a hundred of one processor, by what it says of itself and by what the kernel counts of its process and of the
/// server's process that answers it, from the second minute on, when its code has been made ready.
/// </summary>
internal static class MonitorCost
{
    private const double Most = 0.01;
    private const int Tables = 20;
    private const int Sessions = 4;
    private const int SecondsDefault = 300;

    private const string Solution = """
        formatVersion: 1
        solution: Watched
        connections:
          - {connection: Dwh, platform: PostgreSql, connectionString: "${secret:DWH}"}
        """;

    private static readonly TimeSpan Ready = TimeSpan.FromMinutes(1);
    private static readonly TimeSpan Rhythm = TimeSpan.FromMilliseconds(50);

    /// <summary>All of it; `[SECONDS]`.</summary>
    public static int Run(string[] args)
    {
        var seconds = args.Length > 0 ? int.Parse(args[0], CultureInfo.InvariantCulture) : SecondsDefault;
        Console.WriteLine(
            $"{Environment.ProcessorCount} processors; {Sessions} sessions, {Tables} tables, {seconds} s each");
        bool[] reached = [Watch("5s", seconds), Watch("1s", seconds)];
        return reached.All(each => each) ? 0 : 1;
    }

    private static bool Watch(string every, int seconds)
    {
        var folder = Directory.CreateTempSubdirectory("orchestrator-monitor-").FullName;
        using var cluster = Cluster.Start("fsync=off");
        try
        {
            Make(cluster);
            File.WriteAllText(Path.Combine(folder, "solution.yaml"), Solution);
            using var over = new CancellationTokenSource();
            var statements = 0L;
            var working = Enumerable.Range(0, Sessions).Select(session => new Thread(
                () => Interlocked.Add(ref statements, Work(cluster, session, over.Token)))).ToList();
            working.ForEach(thread => thread.Start());
            var (said, own, server, span) = Command(folder, every, seconds, cluster);
            over.Cancel();
            working.ForEach(thread => thread.Join());
            return Tell(every, said, own / span, server / span, statements);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static bool Tell(string every, JsonElement said, double own, double server, long statements)
    {
        var (looks, fetches, share) = (
            said.GetProperty("looks").GetInt64(), said.GetProperty("fetches").GetInt64(),
            said.GetProperty("share").GetDouble());
        var isReached = looks > 0 && own + server < Most;
        Console.WriteLine($"every {every}: {looks:#,0} looks, {fetches:#,0} plans, {statements:#,0} statements; "
            + $"it says {share:0.00 %} with its beginning, the kernel {own + server:0.00 %} behind it "
            + $"({own:0.00 %} its process, {server:0.00 %} the server's)"
            + (isReached ? "" : $": MORE THAN {Most:0 %}"));
        return isReached;
    }

    private static (JsonElement Said, TimeSpan Own, TimeSpan Server, TimeSpan Span) Command(
        string folder, string every, int seconds, Cluster cluster)
    {
        using var process = Process.Start(new ProcessStartInfo(
            Path.Combine(AppContext.BaseDirectory, "orchestrator"),
            ["monitor", "run", "--connection", "Dwh", "--every", every, "--for", $"{seconds}s", "-q", "-o", "json"])
        {
            WorkingDirectory = folder,
            RedirectStandardOutput = true,
            Environment = { ["ORCHESTRATOR_SECRET_DWH"] = cluster.ConnectionString() },
        })!;
        var output = process.StandardOutput.ReadToEndAsync();
        var watch = Stopwatch.StartNew();
        (TimeSpan Own, TimeSpan Server, TimeSpan At)? first = null;
        var last = (Own: TimeSpan.Zero, Server: TimeSpan.Zero, At: TimeSpan.Zero);
        using var connection = new NpgsqlConnection(cluster.ConnectionString());
        connection.Open();
        OnProcessor? session = null;
        while (!process.WaitForExit(Rhythm))
        {
            session ??= SessionOf(connection);
            session?.Ask();
            last = (OwnOf(process, last.Own), session?.Time ?? TimeSpan.Zero, watch.Elapsed);
            first ??= watch.Elapsed >= Ready ? last : null;
        }

        var said = JsonDocument.Parse(output.GetAwaiter().GetResult()).RootElement.GetProperty("period");
        var from = first ?? throw new InvalidOperationException($"it ended within {Ready.TotalSeconds} s");
        return (said, last.Own - from.Own, last.Server - from.Server, last.At - from.At);
    }

    private static TimeSpan OwnOf(Process process, TimeSpan before)
    {
        try
        {
            process.Refresh();
            return process.TotalProcessorTime;
        }
        catch (InvalidOperationException)
        {
            return before;
        }
    }

    private static OnProcessor? SessionOf(NpgsqlConnection connection)
    {
        using var command = new NpgsqlCommand(
            "SELECT pid FROM pg_stat_activity WHERE application_name = 'orchestrator monitor'", connection);
        return command.ExecuteScalar() is int process ? new OnProcessor($"/proc/{process}") : null;
    }

    private static void Make(Cluster cluster)
    {
        using var connection = new NpgsqlConnection(cluster.ConnectionString());
        connection.Open();
        for (var i = 0; i < Tables; i++)
        {
            using var command = new NpgsqlCommand(
                $"CREATE TABLE t{i} AS SELECT g AS id, g % 100 AS part, 'name ' || g AS name "
                + $"FROM generate_series(1, 2000) AS g; CREATE INDEX ON t{i} (id)", connection);
            command.ExecuteNonQuery();
        }
    }

    /// <summary>Reads and changes rows with other values each time, and has the tables analyzed now and then.</summary>
    private static long Work(Cluster cluster, int session, CancellationToken over)
    {
        var random = new Random(session);
        using var connection = new NpgsqlConnection(cluster.ConnectionString());
        connection.Open();
        long statements = 0;
        while (!over.IsCancellationRequested)
        {
            var (table, other, value) = (random.Next(Tables), random.Next(Tables), random.Next(2000));
            using var command = new NpgsqlCommand(
                random.Next(200) switch
                {
                    0 => $"ANALYZE t{table}",
                    < 20 => $"UPDATE t{table} SET name = 'new {value}' WHERE id = {value}",
                    _ => $"SELECT count(*) FROM t{table} AS a JOIN t{other} AS b ON a.id = b.id WHERE a.part < {value}",
                },
                connection);
            command.ExecuteNonQuery();
            statements++;
            // Each session works half of the time.
            over.WaitHandle.WaitOne(TimeSpan.FromMilliseconds(2));
        }

        return statements;
    }
}
