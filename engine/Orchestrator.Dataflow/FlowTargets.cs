using Orchestrator.Dataflow.Targets;

namespace Orchestrator.Dataflow;

/// <summary>Ends a flow behind an output; each gives the worker.</summary>
public static class FlowTargets
{
    /// <summary>Throws rows away.</summary>
    public static TrashTarget<T> Trash<T>(this Output<T> from, string name, LinkOptions? link = null) =>
        new(from, name, link);

    /// <summary>Hands rows to a method, some at a time.</summary>
    public static ActionTarget<T> ForRows<T>(
        this Output<T> from, string name, RowsAction<T> action, LinkOptions? link = null) =>
        new(from, name, action, link);

    /// <summary>Hands each row to a method.</summary>
    public static EachTarget<T> ForEach<T>(
        this Output<T> from, string name, Action<T> action, LinkOptions? link = null) =>
        new(from, name, action, link: link);

    /// <summary>Adds rows to a collection.</summary>
    public static CollectionTarget<T> To<T>(
        this Output<T> from, string name, ICollection<T> rows, LinkOptions? link = null) =>
        new(from, name, rows, link);
}
