namespace Orchestrator.Core;

/// <summary>
/// Which turns of a loop are meant, as <see cref="TurnSelection"/> says it, looked up in one step for each of them: of
/// ten thousand turns five thousand may be named.
/// </summary>
public sealed class MeantTurns
{
    private readonly HashSet<string> _keys = new(StringComparer.Ordinal);
    private readonly HashSet<string> _around = new(StringComparer.Ordinal);
    private readonly string[] _patterns;

    /// <param name="meant">What is meant.</param>
    public MeantTurns(IReadOnlyList<string> meant)
    {
        _patterns = [.. meant.Where(Wildcard.IsPattern)];
        foreach (var key in meant.Where(each => !Wildcard.IsPattern(each)))
        {
            _keys.Add(key);
            for (var comma = key.IndexOf(',', 0); comma >= 0; comma = key.IndexOf(',', comma + 1))
            {
                _around.Add(key[..comma]);
            }
        }
    }

    /// <summary>As <see cref="TurnSelection.IsAmong"/>.</summary>
    /// <param name="keys">The keys of the turn and of those around it, the outermost first: `DE,1`.</param>
    public bool IsAmong(string keys) =>
        _around.Contains(keys) || IsWithin(keys) || TurnSelection.IsAmong(_patterns, keys);

    private bool IsWithin(string keys)
    {
        var end = keys.Length;
        while (end > 0 && !_keys.Contains(keys[..end]))
        {
            end = keys.LastIndexOf(',', end - 1);
        }

        return end >= 0 && _keys.Contains(keys[..end]);
    }
}
