using Orchestrator.Dataflow;

namespace Orchestrator.Plugins;

/// <summary>
/// What an attempt gives to the flow of its package. Rows are of any type whose public members are bool, byte, short,
/// int, long, float, double, decimal, string, byte[], Guid, DateTime, DateOnly, TimeOnly, TimeSpan, DateTimeOffset, an
/// enum, or one of these that may be null; members and columns go by their names, whatever the case, or by [Column].
/// </summary>
public interface IFlowContext
{
    /// <summary>The package: PROJECT/OBJECT.</summary>
    string Package { get; }

    /// <summary>Number of the run.</summary>
    long Run { get; }

    /// <summary>Number of the attempt, which RowAuditId of its rows has.</summary>
    long Attempt { get; }

    /// <summary>What of the source is read; null where the package has no watermark.</summary>
    FlowWatermark? Watermark { get; }

    /// <summary>Fires when the attempt shall stop; what blocks takes it.</summary>
    CancellationToken Cancellation { get; }

    /// <summary>The value of a variable of the solution, as text in invariant form; null = it has none.</summary>
    /// <exception cref="ArgumentException">There is no such variable.</exception>
    string? Variable(string name);

    /// <summary>A secret, as `${secret:NAME}` in a connection gives it; from now on it is in no log.</summary>
    /// <exception cref="Exception">It is missing; the message says where it was looked for.</exception>
    string Secret(string name);

    /// <summary>Writes a line into the log of the run; from any thread.</summary>
    void Log(string message);

    /// <summary>
    /// The rows of `source`, once. A row that is no <typeparamref name="T"/> is rejected as `errors` says.
    /// </summary>
    Output<T> Source<T>(string name = "source");

    /// <summary>
    /// The rows of a query in a database that `plugin: reads` names, or in that of the source. They do not count as
    /// read: what is looked up is not what is loaded.
    /// </summary>
    /// <param name="name">Of the worker.</param>
    /// <param name="connection">Name of the connection.</param>
    /// <param name="sql">One statement that returns rows.</param>
    /// <param name="values">Its parameters, `@name` in it.</param>
    Output<T> Read<T>(string name, string connection, string sql, params (string Name, object? Value)[] values);

    /// <summary>Takes the rows that are written into `target`, once: guarded, counted, by the load's pattern.</summary>
    void Target<T>(Output<T> rows, string name = "target");

    /// <summary>
    /// Takes rows that cannot be loaded: they count as rejected, and go into the error table or fail the attempt as
    /// `errors` says.
    /// </summary>
    void Reject<T>(Output<RejectedRow<T>> rows, string name = "rejected");
}

/// <summary>Between which values an attempt reads its source; it is applied already.</summary>
/// <param name="Name">Its name.</param>
/// <param name="From">Where it stood, in invariant form; null = at the beginning.</param>
/// <param name="To">The last value that is read; null = there is no row.</param>
public sealed record FlowWatermark(string Name, string? From, string? To);
