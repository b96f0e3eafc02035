namespace Orchestrator.Dataflow.Transforms;

/// <summary>What was found, or not, for the keys that were used last.</summary>
internal sealed class RecentAnswers<TKey, TFound>(int most, IEqualityComparer<TKey>? comparer)
    where TKey : notnull
{
    private readonly Dictionary<TKey, LinkedListNode<(TKey Key, bool IsThere, TFound? Row)>> _places = new(comparer);
    private readonly LinkedList<(TKey Key, bool IsThere, TFound? Row)> _order = new();

    public bool TryFind(TKey key, out (bool IsThere, TFound? Row) answer)
    {
        if (!_places.TryGetValue(key, out var place))
        {
            answer = default;
            return false;
        }

        _order.Remove(place);
        _order.AddFirst(place);
        answer = (place.Value.IsThere, place.Value.Row);
        return true;
    }

    /// <summary>Keeps the answer for a key that has none yet.</summary>
    public void Keep(TKey key, (bool IsThere, TFound? Row) answer)
    {
        if (most == 0)
        {
            return;
        }

        if (_places.Count == most)
        {
            _places.Remove(_order.Last!.Value.Key);
            _order.RemoveLast();
        }

        _places[key] = _order.AddFirst((key, answer.IsThere, answer.Row));
    }

    public void Clear()
    {
        _places.Clear();
        _order.Clear();
    }
}
