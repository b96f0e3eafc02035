using Orchestrator.Core;
using Orchestrator.Lab.Calibrate.Inserts;

namespace Orchestrator.Lab.Calibrate.Concurrency;

/// <summary>What follows from makespans for the gate of a batch. Pure.</summary>
public static class GateRecommendation
{
    private const int RunsWanted = 3;

    /// <summary>Of a batch.</summary>
    public static Recommendation Of(string batch, GateResult result)
    {
        if (result.Gates.Count < 2)
        {
            return new Recommendation([], [$"too little is known: {Words.Count(result.Gates.Count, "gate")} with runs "
                + "of the whole batch that succeeded, and it takes two"]);
        }

        var best = result.Best!;
        var automatic = result.Gates.FirstOrDefault(one => one.Gate == result.Terms.Automatic);
        if (Chance(result, automatic ?? result.Knee!) is { } chance)
        {
            return new Recommendation([], [chance, .. TooFew(result)]);
        }

        var knee = KneeOf(result, automatic);
        var gate = result.IsAutomaticRight == true ? -1 : knee.Gate;
        return new Recommendation(
            ["batches:", $"  - batch: {LadderRecommendation.Quoted(batch)}", $"    maxConcurrency: {gate}"],
            [Answer(result, automatic, knee), .. TooFew(result), .. knee.Gate == best.Gate ? [] : new[]
            {
                $"the knee is {knee.Gate}: {Words.Duration(knee.Median)}, and the best gate, {best.Gate}, takes "
                    + $"{Words.Duration(best.Median)}",
            }]);
    }

    // What is recommended has to be faster than what is there by more than chance, not only near to what is.
    private static GateFigure KneeOf(GateResult result, GateFigure? automatic) =>
        automatic is null || result.IsAutomaticRight == true || result.Beats(result.Knee!, automatic)
            ? result.Knee!
            : result.Best!;

    private static string? Chance(GateResult result, GateFigure gate) => result.Best is { } best
        && result.IsNoise(gate, best) && (gate.Gate == result.Terms.Automatic || result.Gates[0].Gate == gate.Gate)
        ? $"no difference was found: {gate.Gate} at once take {Words.Duration(gate.Median)} and {best.Gate} "
            + $"{Words.Duration(best.Median)}, and runs of one gate differ by "
            + Words.Duration(result.Noise(gate, best))
        : null;

    private static string Answer(GateResult result, GateFigure? automatic, GateFigure knee) =>
        automatic is null
            ? $"nobody knows whether -1, which is {result.Terms.Automatic} here, is right: no run had that gate"
            : result.IsAutomaticRight == true
            ? $"-1 is right: it is {automatic.Gate} here, takes {Words.Duration(automatic.Median)}, and no gate is "
                + $"faster by more than {result.Terms.Margin:0 %}"
            : $"-1 is not right here: it is {automatic.Gate} and takes {Words.Duration(automatic.Median)}; "
                + $"{knee.Gate} at once take {Words.Duration(knee.Median)}";

    private static IEnumerable<string> TooFew(GateResult result) => result.Gates
        .Where(gate => gate.Makespans.Count < Math.Min(RunsWanted, result.Terms.Rounds))
        .Select(gate => $"gate {gate.Gate} had {Words.Count(gate.Makespans.Count, "run")} only, which may be chance");
}
