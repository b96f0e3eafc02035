using Orchestrator.Dataflow.Sources;

namespace Orchestrator.Dataflow;

/// <summary>Adds sources to a flow; each gives the output to go on from.</summary>
public static class FlowSources
{
    /// <summary>Sends given rows again and again until it has sent so many.</summary>
    public static Output<T> RepeatRows<T>(this Flow flow, string name, long count, params T[] rows) =>
        new RepeatRowsSource<T>(flow, name, count, rows).Output;

    /// <summary>Sends what it is given.</summary>
    /// <param name="flow">The flow.</param>
    /// <param name="name">Unique within the flow.</param>
    /// <param name="rows">The rows; enumerated anew in each run.</param>
    /// <param name="mayBlock">Whether the next row may take long, so that a thread of its own is needed.</param>
    public static Output<T> Rows<T>(this Flow flow, string name, IEnumerable<T> rows, bool mayBlock = false) =>
        new EnumerableSource<T>(flow, name, rows, mayBlock).Output;

    /// <summary>Sends what it is given, and can be stopped while it waits for more.</summary>
    /// <param name="flow">The flow.</param>
    /// <param name="name">Unique within the flow.</param>
    /// <param name="rows">
    /// Gives the rows, in each run anew; its token fires where the flow is to stop, and ends what waits.
    /// </param>
    /// <param name="mayBlock">Whether the next row may take long, so that a thread of its own is needed.</param>
    public static Output<T> Rows<T>(this Flow flow, string name, Func<CancellationToken, IEnumerable<T>> rows,
        bool mayBlock = false) =>
        new EnumerableSource<T>(flow, name, rows, mayBlock).Output;

    /// <summary>Sends what it is given, and holds no thread while it waits for more.</summary>
    public static Output<T> Rows<T>(this Flow flow, string name, IAsyncEnumerable<T> rows) =>
        new AsyncEnumerableSource<T>(flow, name, rows).Output;

    /// <summary>Calls a method again and again, which adds a few rows each time.</summary>
    /// <param name="flow">The flow.</param>
    /// <param name="name">Unique within the flow.</param>
    /// <param name="produce">Adds a few rows, and says whether there may be more.</param>
    /// <param name="mayBlock">Whether it may take long, so that a thread of its own is needed.</param>
    public static Output<T> Produce<T>(
        this Flow flow, string name, Func<Output<T>, bool> produce, bool mayBlock = false) =>
        new ActionSource<T>(flow, name, produce, mayBlock).Output;

    /// <summary>Calls a method again and again, which adds a few rows each time and can be stopped while it waits.
    /// </summary>
    /// <param name="flow">The flow.</param>
    /// <param name="name">Unique within the flow.</param>
    /// <param name="produce">
    /// Adds a few rows, and says whether there may be more; its token fires where the flow is to stop.
    /// </param>
    /// <param name="mayBlock">Whether it may take long, so that a thread of its own is needed.</param>
    public static Output<T> Produce<T>(
        this Flow flow, string name, Func<Output<T>, CancellationToken, bool> produce, bool mayBlock = false) =>
        new ActionSource<T>(flow, name, produce, mayBlock).Output;
}
