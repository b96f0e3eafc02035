using System.Diagnostics;
using Orchestrator.Data;

namespace Orchestrator.Benchmarks.Loads;

/// <summary>
/// A delimited file into SQLite, guard on and commit included, against `sqlite3 .import` of the same file into a table
/// with the same declaration and the same journal mode; interleaved, and the peer against itself.
/// </summary>
internal static class DelimitedToSqlite
{
    private const int Rows = 600_000;
    private const int Rounds = 9;
    private const double Wanted = 1.3;

    private const string Ddl =
        "CREATE TABLE \"rows\" (\"Id\" INTEGER, \"Name\" TEXT, \"Price\" REAL, \"Sold\" TEXT, \"Note\" TEXT);";

    /// <summary>Prints the table; the exit code is 0 when the ratio counts and is reached.</summary>
    public static int Run()
    {
        var folder = Directory.CreateTempSubdirectory("orchestrator-bench-").FullName;
        try
        {
            GeneratedRows.Write(Path.Combine(folder, "rows.csv"), Rows, seed: 7);
            Ours(folder);
            Peer(folder);
            var ours = new List<double>();
            var peer = new List<double>();
            var again = new List<double>();
            for (var round = 0; round < Rounds; round++)
            {
                peer.Add(Peer(folder));
                ours.Add(Ours(folder));
                again.Add(Peer(folder));
            }

            return Report(ours, peer, again);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static int Report(List<double> ours, List<double> peer, List<double> again)
    {
        var ratio = Median([.. peer.Zip(again, (a, b) => (a + b) / 2).Zip(ours, (p, o) => p / o)]);
        var spread = Median([.. peer.Zip(again, (a, b) => Math.Abs(a / b - 1))]);
        var counts = spread < (Wanted - 1) / 2;
        Console.WriteLine($"delimited → SQLite, {Rows} rows of 5 columns, {Rounds} rounds interleaved");
        Console.WriteLine($"  ours    {Median(ours):0.000} s   {Rows / Median(ours) / 1e6:0.00} M rows/s");
        Console.WriteLine($"  .import {Median(peer):0.000} s   {Rows / Median(peer) / 1e6:0.00} M rows/s");
        Console.WriteLine($"  ratio {ratio:0.00} (wanted {Wanted:0.00}); A/A spread {spread:0.000}, "
            + (counts ? "under half the margin: counts" : "too wide: does not count"));
        return counts && ratio >= Wanted ? 0 : 1;
    }

    private static double Ours(string folder)
    {
        Clear(folder);
        var begun = Stopwatch.GetTimestamp();
        LoadPackage.Run(folder, "rows", new RunResources());
        return Stopwatch.GetElapsedTime(begun).TotalSeconds;
    }

    private static double Peer(string folder)
    {
        Clear(folder);
        var begun = Stopwatch.GetTimestamp();
        using var process = Process.Start(new ProcessStartInfo("sqlite3", ["rows.db"])
        {
            WorkingDirectory = folder,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        })!;
        process.StandardInput.Write(
            $"PRAGMA journal_mode=WAL;\nPRAGMA synchronous=FULL;\n{Ddl}\n.mode csv\n.import --skip 1 rows.csv rows\n");
        process.StandardInput.Close();
        process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return process.ExitCode == 0
            ? Stopwatch.GetElapsedTime(begun).TotalSeconds
            : throw new InvalidOperationException("sqlite3 failed");
    }

    private static void Clear(string folder)
    {
        foreach (var file in Directory.GetFiles(folder, "rows.db*"))
        {
            File.Delete(file);
        }
    }

    private static double Median(List<double> values) => values.Order().ElementAt(values.Count / 2);
}
