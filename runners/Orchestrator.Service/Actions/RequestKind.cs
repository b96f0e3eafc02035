using Orchestrator.Ledger;
using Orchestrator.Ledger.Tokens;

namespace Orchestrator.Service.Actions;

/// <summary>What can be asked on the page and over the API.</summary>
internal enum RequestKind { Run, RunNow, Retry, Cancel, Hold, Release, Skip, Pause, Resume, Approve }

/// <summary>What is known of each.</summary>
internal static class RequestKinds
{
    public static IReadOnlyList<RequestKind> All { get; } = Enum.GetValues<RequestKind>();

    /// <summary>As it stands in addresses and documents.</summary>
    public static string Word(RequestKind kind) =>
        kind == RequestKind.RunNow ? "run-now" : kind.ToString().ToLowerInvariant();

    /// <summary>The one of that word; null = there is none.</summary>
    public static RequestKind? Of(string word) =>
        All.Where(kind => Word(kind) == word).Select(kind => (RequestKind?)kind).FirstOrDefault();

    /// <summary>The role that asks for it.</summary>
    public static TokenRole Role(RequestKind kind) =>
        kind == RequestKind.Approve ? TokenRole.Admin : TokenRole.Operator;

    /// <summary>What it asks of a run at work; null = it asks no run.</summary>
    public static RequestVerb? Verb(RequestKind kind) => kind switch
    {
        RequestKind.Cancel => RequestVerb.Cancel,
        RequestKind.Hold => RequestVerb.Hold,
        RequestKind.Release => RequestVerb.Release,
        RequestKind.Skip => RequestVerb.Skip,
        _ => null,
    };

    /// <summary>Whether a reason is kept with it.</summary>
    public static bool TakesReason(RequestKind kind) => Verb(kind) is not null || kind == RequestKind.Pause;
}
