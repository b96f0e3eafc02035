namespace Orchestrator.Dataflow.Transforms;

/// <summary>The order of keys: a given one, else their own, which the compiler can put in place.</summary>
internal readonly struct KeyOrder<TKey>(IComparer<TKey>? given)
{
    public int Compare(TKey one, TKey other) =>
        given is null ? Comparer<TKey>.Default.Compare(one, other) : given.Compare(one, other);
}
