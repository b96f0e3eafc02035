namespace Orchestrator.Benchmarks.Contests;

/// <summary>How long a benchmark runs: `[ROUNDS [PERCENT]]`, for a short look at it.</summary>
/// <param name="Rounds">Rounds.</param>
/// <param name="Percent">How much of the rows.</param>
internal sealed record Options(int Rounds, int Percent)
{
    /// <summary>Reads them.</summary>
    public static Options Of(string[] args) => new(
        args.Length > 0 ? int.Parse(args[0]) : Contest.RoundsMin, args.Length > 1 ? int.Parse(args[1]) : 100);

    /// <summary>That share of the rows.</summary>
    public long Rows(long all) => all * Percent / 100;
}
