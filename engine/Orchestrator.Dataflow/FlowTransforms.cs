using Orchestrator.Dataflow.Transforms;

namespace Orchestrator.Dataflow;

/// <summary>
/// Adds transforms behind an output. Those with one output give it, to go on from; the others give the worker. Where
/// <c>errors</c> is given, it is linked to what takes the rows that were rejected; else the first of them fails the
/// flow. Where it cannot be given here, the workers themselves have it: <see cref="AggregateTransform{TIn, TKey,
/// TGroup, TOut}.Rejects"/>, for example.
/// </summary>
public static class FlowTransforms
{
    /// <summary>Makes one row of each row.</summary>
    public static Output<TOut> Transform<TIn, TOut>(this Output<TIn> from, string name, Func<TIn, TOut> make,
        Action<Output<RejectedRow<TIn>>>? errors = null, LinkOptions? link = null)
    {
        var worker = new RowTransform<TIn, TOut>(from, name, make, link);
        errors?.Invoke(worker.Rejects.Output);
        return worker.Output;
    }

    /// <summary>Lets those rows pass that are wanted.</summary>
    public static Output<T> Filter<T>(this Output<T> from, string name, Func<T, bool> isWanted,
        Action<Output<RejectedRow<T>>>? errors = null, LinkOptions? link = null)
    {
        var worker = new FilterTransform<T>(from, name, isWanted, link);
        errors?.Invoke(worker.Rejects.Output);
        return worker.Output;
    }

    /// <summary>Sends each row to several outputs.</summary>
    public static IReadOnlyList<Output<T>> Multicast<T>(
        this Output<T> from, string name, int count, LinkOptions? link = null) =>
        new MulticastTransform<T>(from, name, count, link).To;

    /// <summary>Sends each row to the output of the first condition that it meets, else to the default.</summary>
    public static SplitTransform<T> Split<T>(this Output<T> from, string name, params Func<T, bool>[] conditions) =>
        new(from, name, conditions);

    /// <summary>Sends on its rows and those of others, in the order in which they come.</summary>
    public static Output<T> Union<T>(this Output<T> from, string name, params Output<T>[] others) =>
        new UnionTransform<T>([from, .. others], name).Output;

    /// <summary>Sends on its rows and those of others, all sorted by a key, sorted by it.</summary>
    public static Output<T> UnionSorted<T, TKey>(
        this Output<T> from, string name, Func<T, TKey> key, params Output<T>[] others) =>
        new UnionSortedTransform<T>([from, .. others], name, By(key)).Output;

    /// <summary>Sends on all rows in the order of a key, once the last has come.</summary>
    public static Output<T> Sort<T, TKey>(this Output<T> from, string name, Func<T, TKey> key,
        SpillOptions? spill = null, RowFormat<T>? format = null, LinkOptions? link = null,
        Action<Output<RejectedRow<T>>>? errors = null)
    {
        var worker = new SortTransform<T>(from, name, By(key), spill, format, link);
        errors?.Invoke(worker.Rejects.Output);
        return worker.Output;
    }

    /// <summary>Sends on all rows in an order, once the last has come.</summary>
    public static Output<T> Sort<T>(
        this Output<T> from, string name, IComparer<T> order, SpillOptions? spill = null, LinkOptions? link = null) =>
        new SortTransform<T>(from, name, order, spill, link: link).Output;

    /// <summary>Makes one row of all rows of a key, once the last has come.</summary>
    public static Output<TOut> Aggregate<TIn, TKey, TGroup, TOut>(this Output<TIn> from, string name,
        Func<TIn, TKey> key, Func<TKey, TGroup> begin, Func<TGroup, TIn, TGroup> add, Func<TKey, TGroup, TOut> make,
        LinkOptions? link = null)
        where TKey : notnull =>
        new AggregateTransform<TIn, TKey, TGroup, TOut>(from, name, key, begin, add, make, link: link).Output;

    /// <summary>Makes any number of rows of each row.</summary>
    public static Output<TOut> Expand<TIn, TOut>(this Output<TIn> from, string name,
        Func<TIn, IEnumerable<TOut>> make, Action<Output<RejectedRow<TIn>>>? errors = null, LinkOptions? link = null)
    {
        var worker = new ExpandTransform<TIn, TOut>(from, name, make, link);
        errors?.Invoke(worker.Rejects.Output);
        return worker.Output;
    }

    /// <summary>Puts rows of one key together, of rows that are sorted by it.</summary>
    public static Output<Group<TKey, T>> GroupSorted<T, TKey>(this Output<T> from, string name, Func<T, TKey> key,
        IComparer<TKey>? order = null, LinkOptions? link = null) =>
        new GroupSortedTransform<T, TKey>(from, name, key, order, link).Output;

    /// <summary>Lets the first row of each key pass.</summary>
    public static DistinctTransform<T, TKey> Distinct<T, TKey>(
        this Output<T> from, string name, Func<T, TKey> key, LinkOptions? link = null)
        where TKey : notnull =>
        new(from, name, key, link: link);

    /// <summary>Joins each row to the row of its key among those that are received first.</summary>
    public static LookupTransform<T, TFound, TKey, TOut> Lookup<T, TFound, TKey, TOut>(this Output<T> from, string name,
        Output<TFound> reference, Func<T, TKey> key, Func<TFound, TKey> keyOfFound, Func<T, TFound, TOut> make,
        LinkOptions? link = null)
        where TKey : notnull =>
        new(from, name, reference, key, keyOfFound, make, link: link);

    /// <summary>Joins each row to the row of its key, which a method is asked for.</summary>
    /// <param name="from">Where its rows come from.</param>
    /// <param name="name">Unique within the flow.</param>
    /// <param name="key">The key of a row.</param>
    /// <param name="ask">Gives the rows of some keys; a key without a row is a miss. It may block.</param>
    /// <param name="keyOfFound">The key of a row that was found.</param>
    /// <param name="make">Makes the row of both.</param>
    /// <param name="options">Keys in one question, and those whose answers are kept.</param>
    /// <param name="link">Options of the link to it; those of the flow unless given.</param>
    public static PartialLookupTransform<T, TFound, TKey, TOut> Lookup<T, TFound, TKey, TOut>(this Output<T> from,
        string name, Func<T, TKey> key, AskKeys<TKey, TFound> ask, Func<TFound, TKey> keyOfFound,
        Func<T, TFound, TOut> make, PartialLookupOptions? options = null, LinkOptions? link = null)
        where TKey : notnull =>
        new(from, name, key, ask, keyOfFound, make, options, link: link);

    /// <summary>Joins two outputs that are sorted by their keys.</summary>
    public static Output<TOut> JoinMerge<TLeft, TRight, TKey, TOut>(this Output<TLeft> left, string name,
        Output<TRight> right, JoinKind kind, Func<TLeft, TKey> leftKey, Func<TRight, TKey> rightKey,
        Func<TLeft?, TRight?, TOut> make, LinkOptions? link = null, IComparer<TKey>? order = null) =>
        new JoinMergeTransform<TLeft, TRight, TKey, TOut>(
            left, name, right, kind, leftKey, rightKey, make, order, link).Output;

    /// <summary>Makes arrays of so many rows.</summary>
    public static Output<T[]> Batch<T>(this Output<T> from, string name, int size, LinkOptions? link = null) =>
        new BatchTransform<T>(from, name, size, link).Output;

    /// <summary>Holds as many rows as those behind it cannot take yet.</summary>
    public static Output<T> Buffer<T>(this Output<T> from, string name, SpillOptions? spill = null) =>
        new BufferTransform<T>(from, name, spill).Output;

    private static Comparer<T> By<T, TKey>(Func<T, TKey> key)
    {
        var order = Comparer<TKey>.Default;
        return Comparer<T>.Create((one, other) => order.Compare(key(one), key(other)));
    }
}
