using Orchestrator.Core;
using Orchestrator.Ledger;

namespace Orchestrator.Runner.Requests;

/// <summary>
/// What may be asked of a run at work, and why something may not: the same at the command line, on the page and over
/// the API.
/// </summary>
public static class OperatorRules
{
    /// <summary>Characters that a reason may have.</summary>
    public const int ReasonMax = 1000;

    /// <summary>Whether it is asked for with a reason, which is kept.</summary>
    public static bool NeedsReason(RequestVerb verb) => verb is RequestVerb.Cancel or RequestVerb.Skip;

    /// <summary>Whether it can be asked of a run as a whole.</summary>
    public static bool TakesWholeRun(RequestVerb verb) =>
        verb is RequestVerb.Cancel or RequestVerb.Hold or RequestVerb.Release;

    /// <summary>Why a reason is none; null = it is one, or none is needed.</summary>
    public static string? RefusalOf(RequestVerb verb, string reason) => RefusalOf(reason)
        ?? (reason.Length == 0 && NeedsReason(verb)
            ? $"`{verb.ToString().ToLowerInvariant()}` is asked for with a reason, which is kept"
            : null);

    /// <summary>Why a text is no reason, whatever it is for; null = it may be one.</summary>
    public static string? RefusalOf(string reason) => reason.Length <= ReasonMax ? null
        : $"a reason has at most {ReasonMax} characters, got: {reason.Length}";

    /// <summary>Why nothing can be asked of a run; null = it is at work.</summary>
    public static string? RefusalOf(RunRecord run) => run.Verdict is not { } verdict ? null
        : $"run {run.Number} is not at work: it {Past(verdict)}";

    /// <summary>Why it cannot be asked of a node; null = it can.</summary>
    public static string? RefusalOf(RequestVerb verb, NodeRecord node) =>
        verb != RequestVerb.Cancel || node.Kind == NodeKind.Package ? null
        : $"'{node.Name}' is a {node.Kind.ToString().ToLowerInvariant()}; only a package is cancelled by its name";

    /// <summary>How a run ended, behind "it".</summary>
    public static string Past(RunVerdict verdict) =>
        verdict == RunVerdict.Cancelled ? "was cancelled" : Words.Of(verdict);
}
