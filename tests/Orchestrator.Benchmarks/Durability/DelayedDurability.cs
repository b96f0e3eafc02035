using Orchestrator.Benchmarks.Contests;

namespace Orchestrator.Benchmarks.Durability;

/// <summary>
/// What delayed durability brings: the same night with and without it, interleaved. Row by row, as in the night that
/// this project began with, on this machine's own log and on slower ones; and by fast load, where it brings nothing.
/// </summary>
internal static class DelayedDurability
{
    /// <summary>141 minutes became 59.</summary>
    private const double Seed = 141.0 / 59;

    private const double OnSlowLog = 10;
    private const double FewerFlushes = 100;

    private const string RowByRow = "{pattern: TruncateInsert, swap: inPlace, fastLoad: false, commitRows: 1}";
    private const string FastLoad = "{pattern: TruncateInsert, swap: inPlace}";

    /// <summary>All of it.</summary>
    public static int Run(string[] args)
    {
        var options = Options.Of(args);
        // Awaited in full, so that all of it is printed.
        bool[] reached =
        [
            Contest("row by row, this machine's log", RowByRow, 20_000, options, [Goal.Speed(Seed)]),
            Contest("row by row, commit_delay 1000", RowByRow, 6_000, options, [], Delay(1000)),
            Contest("row by row, commit_delay 5000", RowByRow, 5_000, options, [Goal.Speed(OnSlowLog)], Delay(5000)),
            Contest("fast load, this machine's log", FastLoad, 200_000, options, []),
        ];
        return reached.All(each => each) ? 0 : 1;
    }

    private static string[] Delay(int microseconds) => [$"commit_delay={microseconds}", "commit_siblings=0"];

    private static bool Contest(
        string name, string load, int rows, Options options, Goal[] goals, params string[] settings)
    {
        if (!name.Contains(options.Part, StringComparison.Ordinal))
        {
            return true;
        }

        using var night = new RowByRowNight(load, (int)options.Rows(rows), settings);
        var proof = new NightProof(night);
        var isReached = new Contest($"delayed durability, {name}", "without", night.Rows) { Rounds = options.Rounds }
            .Run(() => proof.Run(RowByRowNight.Relaxed), () => proof.Run(RowByRowNight.Durable), goals);
        var isFewer = proof.PrintFlushes(FewerFlushes);
        if (load != RowByRow)
        {
            proof.PrintAdvice(isHelpless: true);
            return true;
        }

        proof.Keep(name.Split(", ")[1].Replace(' ', '-').Replace("'", "", StringComparison.Ordinal));
        return isReached & isFewer & proof.PrintWaits() & proof.PrintAdvice(isHelpless: false);
    }
}
