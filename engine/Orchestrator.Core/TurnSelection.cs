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
    public static bool IsAmong(IReadOnlyList<string> meant, string keys) =>
        meant.Any(each => IsWithin(each, keys) || IsAround(each, keys));

    /// <summary>Whether a turn is meant, or one that stands in such a one.</summary>
    /// <param name="meant">What is meant.</param>
    /// <param name="keys">The keys of the turn and of those around it.</param>
    public static bool IsWithin(string meant, string keys) =>
        Wildcard.Matches(meant, keys) || Wildcard.Matches($"{meant},*", keys);

    /// <summary>Whether turns that are meant may stand in a turn: it is what they say of the loops so far.</summary>
    private static bool IsAround(string meant, string keys)
    {
        var (said, own) = (meant.Split(','), keys.Split(','));
        return said.Length > own.Length && Wildcard.Matches(string.Join(',', said.Take(own.Length)), keys);
    }
}
