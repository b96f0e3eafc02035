namespace Orchestrator.Core.RunValues;

/// <summary>
/// Gives the rows of a loop the keys that they had in the runs before, in whichever order they come today: where keys
/// are equal, or only numbers, the place of a row says nothing of it. Rows that are equal in all values stand for each
/// other, and there are as many of them done as there were.
/// </summary>
internal sealed class KeysOfThen
{
    // By what a key is without its number and by the row, the keys that such rows had.
    private readonly Dictionary<(string Plain, string Row), Queue<string>> _had = [];
    private readonly Dictionary<string, HashSet<string>> _known = new(StringComparer.Ordinal);

    /// <param name="then">The turns of then; of rows that are equal those first whose keys are to be taken first.
    /// </param>
    /// <param name="plainOf">What a key is without the number of an equal one.</param>
    public KeysOfThen(IEnumerable<TurnThen> then, Func<string, string> plainOf)
    {
        foreach (var (key, row) in then)
        {
            var plain = plainOf(key);
            if (!_had.TryGetValue((plain, row), out var had))
            {
                _had[(plain, row)] = had = new Queue<string>();
            }

            had.Enqueue(key);
            KnownOf(plain).Add(key);
        }
    }

    /// <summary>The keys of the rows that there were; null of a row that is new.</summary>
    /// <param name="plain">Per row its key without a number.</param>
    /// <param name="rows">Per row its values, as they are recorded.</param>
    public string?[] Kept(IReadOnlyList<string> plain, IReadOnlyList<string> rows)
    {
        var kept = new string?[plain.Count];
        for (var row = 0; row < kept.Length; row++)
        {
            kept[row] = _had.TryGetValue((plain[row], rows[row]), out var had) && had.TryDequeue(out var key)
                ? key : null;
        }

        return kept;
    }

    /// <summary>
    /// What a new row may not be called: the keys of others, who may come again. Where a key was that of one row, and
    /// is so today, it is the same turn with other values.
    /// </summary>
    /// <param name="plain">Its key without a number.</param>
    /// <param name="isAlone">Whether no other row of today has that.</param>
    public bool IsTaken(string plain, string key, bool isAlone) =>
        KnownOf(plain) is var known && known.Contains(key) && !(isAlone && known.Count == 1);

    private HashSet<string> KnownOf(string plain)
    {
        if (!_known.TryGetValue(plain, out var known))
        {
            _known[plain] = known = new HashSet<string>(StringComparer.Ordinal);
        }

        return known;
    }
}
