using Orchestrator.Report;
using Orchestrator.Runner.Calibrate.Inserts;

namespace Orchestrator.Runner.Calibrate.Concurrency;

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

        var (knee, best) = (result.Knee!, result.Best!);
        var gate = result.IsAutomaticRight == true ? -1 : knee.Gate;
        return new Recommendation(
            ["batches:", $"  - batch: {LadderRecommendation.Quoted(batch)}", $"    maxConcurrency: {gate}"],
            [Answer(result), .. TooFew(result), .. knee.Gate == best.Gate ? [] : new[]
            {
                $"the knee is {knee.Gate}: {Words.Duration(knee.Median)}, and the best gate, {best.Gate}, takes "
                    + $"{Words.Duration(best.Median)}",
            }]);
    }

    private static string Answer(GateResult result)
    {
        var automatic = result.Gates.FirstOrDefault(one => one.Gate == result.Terms.Automatic);
        var knee = result.Knee!;
        return automatic is null
            ? $"nobody knows whether -1, which is {result.Terms.Automatic} here, is right: no run had that gate"
            : result.IsAutomaticRight == true
            ? $"-1 is right: it is {automatic.Gate} here, takes {Words.Duration(automatic.Median)}, and no gate is "
                + $"faster by more than {result.Terms.Margin:0 %}"
            : $"-1 is not right here: it is {automatic.Gate} and takes {Words.Duration(automatic.Median)}; "
                + $"{knee.Gate} at once take {Words.Duration(knee.Median)}";
    }

    private static IEnumerable<string> TooFew(GateResult result) => result.Gates
        .Where(gate => gate.Makespans.Count < Math.Min(RunsWanted, result.Terms.Rounds))
        .Select(gate => $"gate {gate.Gate} had {Words.Count(gate.Makespans.Count, "run")} only, which may be chance");
}
