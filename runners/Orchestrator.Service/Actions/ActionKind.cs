using Orchestrator.Ledger;
using Orchestrator.Ledger.Tokens;

namespace Orchestrator.Service.Actions;

/// <summary>What can be asked on the page and over the API.</summary>
internal enum ActionKind { Run, RunNow, Retry, Cancel, Hold, Release, Skip, Pause, Resume, Approve }

/// <summary>What is known of each.</summary>
internal static class ActionKinds
{
    public static IReadOnlyList<ActionKind> All { get; } = Enum.GetValues<ActionKind>();

    /// <summary>As it stands in addresses and documents.</summary>
    public static string Word(ActionKind kind) =>
        kind == ActionKind.RunNow ? "run-now" : kind.ToString().ToLowerInvariant();

    /// <summary>The one of that word; null = there is none.</summary>
    public static ActionKind? Of(string word) =>
        All.Where(kind => Word(kind) == word).Select(kind => (ActionKind?)kind).FirstOrDefault();

    /// <summary>The role that asks for it.</summary>
    public static TokenRole Role(ActionKind kind) =>
        kind == ActionKind.Approve ? TokenRole.Admin : TokenRole.Operator;

    /// <summary>What it asks of a run at work; null = it asks no run.</summary>
    public static RequestVerb? Verb(ActionKind kind) => kind switch
    {
        ActionKind.Cancel => RequestVerb.Cancel,
        ActionKind.Hold => RequestVerb.Hold,
        ActionKind.Release => RequestVerb.Release,
        ActionKind.Skip => RequestVerb.Skip,
        _ => null,
    };

    /// <summary>Whether a reason is kept with it.</summary>
    public static bool TakesReason(ActionKind kind) => Verb(kind) is not null || kind == ActionKind.Pause;
}
