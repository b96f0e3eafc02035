using Orchestrator.Benchmarks.Loads;
using Orchestrator.Benchmarks.SqlServer;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Source;

namespace Orchestrator.Benchmarks.Allocations;

/// <summary>
/// What a load of fixed-width types allocates for each row, from every source into every target: a load of many rows
/// less the same of few, which has all that a load allocates once. A few bytes are none: no object is smaller than 24,
/// and a load may need a row batch more than the short one did.
/// </summary>
internal static class LoadAllocations
{
    private const double BytesMax = 4;

    /// <summary>Prints the table; the exit code is 0 when no load allocates for its rows.</summary>
    public static int Run()
    {
        using var ends = new LoadEndpoints();
        Console.WriteLine($"allocations: {LoadEndpoints.Many - LoadEndpoints.Few:N0} rows of fixed-width types");
        Console.WriteLine("| from | to | bytes per row | path |");
        Console.WriteLine("|---|---|---:|---|");
        var isClean = true;
        foreach (var (from, to) in ends.Pairs)
        {
            ends.Clear();
            var path = Load(ends, from, to, LoadEndpoints.Few);
            var few = Allocated(() => Load(ends, from, to, LoadEndpoints.Few));
            var many = Allocated(() => Load(ends, from, to, LoadEndpoints.Many));
            var each = (double)(many - few) / (LoadEndpoints.Many - LoadEndpoints.Few);
            isClean &= each < BytesMax;
            Console.WriteLine($"| {from.Name} | {to.Name} | {each:0.00} | {path} |");
        }

        Console.WriteLine(isClean ? $"goal met: under {BytesMax} bytes per row, no object for a row" : "SHORT OF IT");
        return isClean ? 0 : 1;
    }

    private static long Allocated(Action work)
    {
        var before = GC.GetTotalAllocatedBytes(precise: true);
        work();
        return GC.GetTotalAllocatedBytes(precise: true) - before;
    }

    private static string Load(LoadEndpoints ends, Connection from, Connection to, int rows)
    {
        var job = ends.Job(from, to, rows);
        if (to.Platform != Platform.SqlServer)
        {
            return LoadPackage.Run(job).LoadPath.Split([':', ';'])[0];
        }

        var context = LoadPackage.ContextOf(job);
        using var source = LoadSource.Open(context, null, new FilesOfLoad(context))!;
        var columns = context.Object.Columns.Select(column => new RowColumn(column.Target, column.DataType!.Value));
        EngineCopy.Run(to.ConnectionString!, source.Reader, [.. columns], job.Resources);
        return "row batches";
    }
}
