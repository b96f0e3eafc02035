namespace Orchestrator.Benchmarks.Contests;

/// <summary>How much of a benchmark runs: `[ROUNDS [PERCENT [PART]]]`, for a short look at it.</summary>
/// <param name="Rounds">Rounds.</param>
/// <param name="Percent">How much of the rows.</param>
/// <param name="Part">Which contests, by a word of the name or the number of columns; empty = all.</param>
internal sealed record Options(int Rounds, int Percent, string Part)
{
    /// <summary>Reads them.</summary>
    public static Options Of(string[] args) => new(
        args.Length > 0 ? int.Parse(args[0]) : Contest.RoundsMin,
        args.Length > 1 ? int.Parse(args[1]) : 100,
        args.Length > 2 ? args[2] : "");

    /// <summary>That share of the rows.</summary>
    public long Rows(long all) => all * Percent / 100;

    /// <summary>Whether a table of that name, which begins with the number of its columns, is asked for.</summary>
    public bool Has(string shape) => Part.Length == 0 || shape.Split(' ')[0] == Part;
}
