using Orchestrator.Core.Durability;

namespace Orchestrator.Runner.Durability;

/// <summary>What is told of a scope whose run has ended.</summary>
public static class DeadScopeText
{
    /// <summary>One sentence or two.</summary>
    public static string Of(DeadScope dead)
    {
        var scope = dead.Scope;
        var what = $"the durability of {scope.Connection} ({scope.Database}), which run {scope.Run} relaxed,";
        return dead switch
        {
            { StillOpen: { } why, IsPutBack: true } => $"{RunCodes.LeftOpen} {Upper(what)} is put back, but not all "
                + $"is known to be on disk: {why}. Try `orchestrator durability restore {scope.Connection}`.",
            { StillOpen: { } why } => $"{RunCodes.LeftOpen} {Upper(what)} could not be put back: {why}. Try "
                + $"`orchestrator durability restore {scope.Connection}`.",
            { Scope.State: ScopeState.LeftAlone } => $"{RunCodes.LeftAlone} {Upper(what)} was left alone: {scope.Why}.",
            _ => $"{Upper(what)} is put back{(scope.Why.Length > 0 ? $": {scope.Why}" : "")}.{Judged(dead)}",
        };
    }

    private static string Judged(DeadScope dead)
    {
        var lost = dead.Judged.Count(one => one.Lost is not null);
        return dead.Judged.Count == 0 ? ""
            : $" Of its packages that were not flushed {dead.Judged.Count - lost} are on disk, {lost} are lost.";
    }

    private static string Upper(string text) => char.ToUpperInvariant(text[0]) + text[1..];
}
