using System.Diagnostics;
using System.Globalization;
using Microsoft.Data.SqlClient;
using Orchestrator.Benchmarks.Contests;
using Orchestrator.Data;
using Orchestrator.Tds;

namespace Orchestrator.Benchmarks.SqlServer;

/// <summary>
/// The client's bulk copy through the engine, guard on, against the same one in a bare loop, from the same row batches
/// in memory into a server that swallows them in a process of its own. Each run is a process of its own, too, so that
/// its processor time and its memory are its own; as many rows go first, until the code is compiled at its best.
/// </summary>
internal static class BulkCopyContest
{
    private const string Child = "copy";

    /// <summary>`sqlserver-bulk [ROUNDS [PERCENT [COLUMNS]]]` measures; `sqlserver-bulk copy …` is its child.</summary>
    public static int Run(string[] args)
    {
        if (args is [Child, var side, var shape, var rows, var address])
        {
            Copy(side, Shapes.First(each => each.Name == shape), long.Parse(rows), address);
            return 0;
        }

        var options = Options.Of(args);
        return Shapes.Where(shape => options.Has(shape.Name)).Select(shape => Measure(shape, options)).ToArray()
            .All(isReached => isReached) ? 0 : 1;
    }

    private static RowShape[] Shapes { get; } = [RowShape.Five, RowShape.Wide];

    private static bool Measure(RowShape shape, Options options)
    {
        var rows = options.Rows(shape.RowsMax);
        var megabytes = 0L;
        using var server = ServerProcess.Start($"{RowShape.Table}", shape.Declared);
        var isReached = new Contest($"row batches in memory → SQL Server's protocol, {shape.Name}", "SqlBulkCopy", rows)
        {
            Rounds = options.Rounds,
            Beyond = "checks every value, reads and guards on a thread of its own, one transaction",
        }.Run(() => Side("ours"), () => Side("bare"), Goal.Time(1.1), Goal.Processor(1.15));
        Console.WriteLine($"  memory: VmHWM {megabytes} MB (wanted under {Peak.MegabytesWanted} MB): "
            + (megabytes < Peak.MegabytesWanted ? "reached" : "SHORT OF IT"));
        return isReached && megabytes < Peak.MegabytesWanted;

        Cost Side(string side)
        {
            var (cost, peak) = InChild(side, shape.Name, $"{rows}", RowShape.Address(server));
            megabytes = side == "ours" ? Math.Max(megabytes, peak) : megabytes;
            return cost;
        }
    }

    private static (Cost Cost, long Megabytes) InChild(params string[] args)
    {
        using var process = Process.Start(
            new ProcessStartInfo(Environment.ProcessPath!, ["sqlserver-bulk", Child, .. args])
            {
                RedirectStandardOutput = true,
            })!;
        var line = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return process.ExitCode == 0 && line.Split(' ') is [var seconds, var processor, var megabytes]
            ? (new Cost(Number(seconds), Number(processor)), long.Parse(megabytes))
            : throw new InvalidOperationException($"a side failed: {line}");
    }

    private static double Number(string text) => double.Parse(text, CultureInfo.InvariantCulture);

    private static void Copy(string side, RowShape shape, long rows, string address)
    {
        Action<MemoryRows> copy = side == "ours"
            ? from => EngineCopy.Run(address, from, shape.Columns, new RunResources())
            : from => Bare(address, from);
        using var memory = new MemoryRows(shape);
        copy(memory.Begin(rows));
        var cost = Cost.Of(() => copy(memory.Begin(rows)));
        Console.WriteLine($"{cost.Seconds:R} {cost.Client:R} {Peak.Megabytes()}");
    }

    private static void Bare(string address, MemoryRows rows)
    {
        using var connection = new SqlConnection(address);
        connection.Open();
        using var copy = new SqlBulkCopy(connection)
        {
            DestinationTableName = $"{RowShape.Table}",
            BulkCopyTimeout = 0,
        };
        using var reader = new BareReader(rows);
        copy.WriteToServer(reader);
    }
}
