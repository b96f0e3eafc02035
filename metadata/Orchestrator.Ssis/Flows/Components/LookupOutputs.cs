using Orchestrator.Ssis.Flows.Sets;
using Orchestrator.Ssis.Flows.Work;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Components;

/// <summary>What becomes of the rows that a lookup finds, and of those that it does not find.</summary>
/// <param name="Match">The output of the rows with a match.</param>
/// <param name="IsMatchTaken">Whether anybody takes them.</param>
/// <param name="Others">The output of rows without one, where somebody takes them; else null.</param>
/// <param name="Fails">Whether a row without a match ends the flow.</param>
/// <param name="KeepsAll">Whether rows without a match go on with the others, with NULL.</param>
internal sealed record LookupOutputs(
    FlowOutput Match, bool IsMatchTaken, FlowOutput? Others, bool Fails, bool KeepsAll)
{
    private const string ByOutput = "1";

    /// <summary>Whether the two are told apart behind the join.</summary>
    public bool NeedsFlag => Others is not null;

    /// <summary>Whether rows without a match are gone.</summary>
    public bool DropsOthers => Others is null && !Fails && !KeepsAll;

    public static LookupOutputs Of(FlowWork work, FlowComponent component)
    {
        var outputs = FlowWork.MainOutputs(component).ToList();
        if (outputs.Count == 0)
        {
            throw FlowOpenException.Missing("it has no output", component.Name);
        }

        var match = outputs[0];
        var isMatchTaken = work.Graph.IsTaken(component, match);
        if (component.Property("NoMatchBehavior") == ByOutput)
        {
            return new(match, isMatchTaken, Taken(work, component, outputs.Skip(1)), false, false);
        }

        // Where the first output fails, what is not found is an error as any other.
        return match.OnError switch
        {
            RowDisposition.IgnoreFailure => new(match, isMatchTaken, null, false, true),
            RowDisposition.RedirectRow => new(match, isMatchTaken,
                Taken(work, component, component.Outputs.Where(each => each.IsError)), false, false),
            _ => new(match, isMatchTaken, null, true, false),
        };
    }

    private static FlowOutput? Taken(FlowWork work, FlowComponent component, IEnumerable<FlowOutput> outputs) =>
        outputs.FirstOrDefault(each => work.Graph.IsTaken(component, each));
}
