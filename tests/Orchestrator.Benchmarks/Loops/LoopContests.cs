using Orchestrator.Benchmarks.Contests;

namespace Orchestrator.Benchmarks.Loops;

/// <summary>
/// Loops of many turns, beside the same packages written out: time per turn and the most memory of the whole process,
/// in the first night and in the second; and what a person gets to see of ten thousand turns.
/// </summary>
internal static class LoopContests
{
    private const int Rows = 10_000;
    private const int Files = 1_000;
    private const int Each = 50;

    // Nine rounds of so many turns take no longer than a proof may; all of them are run once.
    private const int Share = 4;

    /// <summary>`[ROUNDS [PERCENT [rows, files, nested, size or screens]]]`.</summary>
    public static int Run(string[] args)
    {
        var options = Options.Of(args);
        int Part(int all) => Math.Max(1, (int)options.Rows(all));
        (string Name, Func<bool> Run)[] parts =
        [
            ("rows", () => new LoopContest(LoopedWork.OfRows(Part(Rows / Share)), options.Rounds, Minutes(14)).Run()),
            ("files", () => new LoopContest(LoopedWork.OfFiles(Part(Files / Share)), options.Rounds, Minutes(6)).Run()),
            ("nested", () => new LoopContest(LoopedWork.OfNested(Part(Each)), options.Rounds, Minutes(14)).Run()),
            ("size", () => Once(LoopedWork.OfRows(Part(Rows))) & Once(LoopedWork.OfFiles(Part(Files)))),
            ("screens", () => LoopScreens.Run(Part(Rows))),
        ];
        Console.WriteLine($"{Environment.ProcessorCount} processors; stage and ledger are files of SQLite");
        return parts.Where(part => options.Has(part.Name)).Select(part => part.Run()).ToArray()
            .All(isReached => isReached) ? 0 : 1;
    }

    // What one round says is told, and decides nothing.
    private static bool Once(LoopedWork work)
    {
        new LoopContest(work, 1, TimeSpan.Zero).Run();
        return true;
    }

    private static TimeSpan Minutes(int count) => TimeSpan.FromMinutes(count);
}
