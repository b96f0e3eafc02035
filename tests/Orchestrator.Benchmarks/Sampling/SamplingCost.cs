using Orchestrator.Benchmarks.Contests;
using Orchestrator.Benchmarks.Durability;

namespace Orchestrator.Benchmarks.Sampling;

/// <summary>
/// What the evidence costs a night, at its own rhythm: less than one in a hundred, by what the ledger says of it and by
/// what the kernel does. Its first moments cost some thirty milliseconds, in which the program makes its code ready, so
/// that a run of a few seconds pays more: one such is shown beside, and not judged.
/// </summary>
internal static class SamplingCost
{
    private const double Most = 0.01;

    // The kernel also counts what nobody can time from within: the server's process that begins, and sends.
    private const double HonestAt = 0.7;

    private const string RowByRow = "{pattern: TruncateInsert, swap: inPlace, fastLoad: false, commitRows: 1}";

    /// <summary>All of it; `[ROUNDS [PERCENT of the rows]]`.</summary>
    public static int Run(string[] args)
    {
        var options = Options.Of(args.Length > 0 ? args : ["3"]);
        Console.WriteLine("each: as the ledger says it, and as the kernel counts the thread and the server's process");
        // Awaited in full, so that all of it is printed.
        bool[] reached =
        [
            Night("row by row", 20_000, 8, options, RowByRowNight.Durable),
            Night("row by row", 60_000, 8, options, RowByRowNight.Relaxed),
            Night("a hundred small packages", 1_000, 100, options, RowByRowNight.Durable),
            Night("some seconds", 20_000, 8, options, RowByRowNight.Relaxed, isJudged: false),
        ];
        return reached.All(each => each) ? 0 : 1;
    }

    private static bool Night(
        string name, int rows, int packages, Options options, string environment, bool isJudged = true)
    {
        using var night = new RowByRowNight(RowByRow, (int)options.Rows(rows), packages);
        var runs = Enumerable.Range(0, options.Rounds).Select(_ => SampledRun.Of(night, environment)).ToArray();
        foreach (var run in runs)
        {
            Console.WriteLine($"{name}, {environment}: {run.Duration.TotalSeconds:0.0} s, {run.Said.Looks:#,0} looks; "
                + $"sampler {Milliseconds(run.Said.ProcessorTime, run.Thread)}, "
                + $"server {Milliseconds(run.Said.ServerTime, run.Session)}, "
                + $"together {run.SaidShare:0.00 %} / {run.SeenShare:0.00 %} of the run"
                + (isJudged ? Verdict(run) : ""));
        }

        return !isJudged || runs.All(run => Verdict(run).Length == 0);
    }

    private static string Milliseconds(TimeSpan said, TimeSpan seen) =>
        $"{said.TotalMilliseconds:0.0} / {seen.TotalMilliseconds:0.0} ms";

    private static string Verdict(SampledRun run) =>
        Math.Max(run.SaidShare, run.SeenShare) >= Most ? $": MORE THAN {Most:0 %}"
        : run.SaidShare < run.SeenShare * HonestAt ? ": THE LEDGER SAYS TOO LITTLE"
        : "";
}
