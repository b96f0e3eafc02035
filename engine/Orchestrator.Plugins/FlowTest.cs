using Orchestrator.Dataflow;

namespace Orchestrator.Plugins;

/// <summary>Runs a package over rows in memory, for tests of its author: no database, no metadata.</summary>
public sealed class FlowTest : IFlowContext
{
    private readonly Dictionary<string, object> _reads = [];
    private readonly Dictionary<string, string?> _variables = [];
    private readonly List<string> _log = [];
    private readonly List<string> _rejected = [];
    private Flow? _flow;
    private object? _source;
    private object? _written;

    public string Package { get; init; } = "Test/flow";

    public long Run { get; init; } = 1;

    public long Attempt { get; init; } = 1;

    public FlowWatermark? Watermark { get; init; }

    public CancellationToken Cancellation { get; init; }

    /// <summary>What it logged.</summary>
    public IReadOnlyList<string> Logged => _log;

    /// <summary>The rows that it rejected, each as "reason: row".</summary>
    public IReadOnlyList<string> Rejected => _rejected;

    /// <summary>The rows of the source.</summary>
    public FlowTest WithSource<T>(params T[] rows)
    {
        _source = rows;
        return this;
    }

    /// <summary>The rows that a query in a connection gives, whatever it asks.</summary>
    public FlowTest WithRead<T>(string connection, params T[] rows)
    {
        _reads[connection] = rows;
        return this;
    }

    /// <summary>The value of a variable.</summary>
    public FlowTest WithVariable(string name, string? value)
    {
        _variables[name] = value;
        return this;
    }

    /// <summary>Builds the flow and runs it to its end.</summary>
    /// <returns>The rows that reached the target, in order.</returns>
    /// <exception cref="Exception">What a worker threw.</exception>
    public IReadOnlyList<TRow> RowsOf<TOptions, TRow>(DataflowPackage<TOptions> package, TOptions options)
        where TOptions : class
    {
        ArgumentNullException.ThrowIfNull(package);
        _flow = new Flow(Package);
        package.BuildWith(_flow, options, this);
        _flow.Run(Cancellation).ThrowOnFailure();
        return (IReadOnlyList<TRow>)(_written ?? throw new InvalidOperationException("nothing leads to the target"));
    }

    public string? Variable(string name) => _variables.TryGetValue(name, out var value) ? value
        : throw new ArgumentException($"the test has no variable '{name}'", nameof(name));

    public string Secret(string name) => $"secret of {name}";

    public void Log(string message)
    {
        lock (_log)
        {
            _log.Add(message);
        }
    }

    public Output<T> Source<T>(string name = "source") => _flow!.Rows(name, Rows<T>(_source, "source"));

    public Output<T> Read<T>(
        string name, string connection, string sql, params (string Name, object? Value)[] values) =>
        _flow!.Rows(name, Rows<T>(_reads.GetValueOrDefault(connection), connection));

    public void Target<T>(Output<T> rows, string name = "target")
    {
        var written = new List<T>();
        _written = written;
        rows.To(name, written);
    }

    public void Reject<T>(Output<RejectedRow<T>> rows, string name = "rejected") =>
        rows.ForEach(name, row =>
        {
            lock (_rejected)
            {
                _rejected.Add($"{row.Reason}: {row.Row}");
            }
        });

    private static T[] Rows<T>(object? rows, string of) => rows as T[]
        ?? throw new InvalidOperationException($"the test has no rows of type {typeof(T).Name} for '{of}'");
}
