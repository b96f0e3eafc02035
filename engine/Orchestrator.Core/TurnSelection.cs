namespace Orchestrator.Core;

/// <summary>
/// Which turns of a loop are meant: their keys, with a comma before that of a turn within a turn; `*` and `?` as in
/// patterns.
/// </summary>
public static class TurnSelection
{
    /// <summary>Whether a turn is meant, one that stands in such a one, or one in which such a one stands.</summary>
    /// <param name="meant">What is meant.</param>
    /// <param name="keys">The keys of the turn and of those around it, the outermost first: `DE,1`.</param>
    public static bool IsAmong(IReadOnlyList<string> meant, string keys) => meant.Any(each =>
        Wildcard.Matches(each, keys) || Wildcard.Matches($"{each},*", keys)
        || each.StartsWith($"{keys},", StringComparison.Ordinal));
}
