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
        Wildcard.Matches(each, keys) || Wildcard.Matches($"{each},*", keys) || IsWithin(each, keys));

    // Of as many keys as there are: a * stands for commas, too.
    private static bool IsWithin(string meant, string keys)
    {
        var (all, around) = (meant.Split(','), keys.Split(',').Length);
        return all.Length > around && Wildcard.Matches(string.Join(',', all.Take(around)), keys);
    }
}
