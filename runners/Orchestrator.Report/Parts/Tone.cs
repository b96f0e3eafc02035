using Orchestrator.Core;

namespace Orchestrator.Report.Parts;

/// <summary>The class of the style sheet that says how something came out.</summary>
internal static class Tone
{
    public static string Of(RunVerdict? verdict) => verdict switch
    {
        null => "plain",
        RunVerdict.Succeeded => "good",
        RunVerdict.SucceededWithWarnings or RunVerdict.Cancelled => "warn",
        _ => "bad",
    };

    public static string Of(NodeState state) => state switch
    {
        NodeState.Succeeded or NodeState.Hardened => "good",
        NodeState.Failed or NodeState.Abandoned or NodeState.EndedUnexpectedly => "bad",
        NodeState.Blocked or NodeState.Cancelled or NodeState.Cancelling => "warn",
        _ => "plain",
    };
}
