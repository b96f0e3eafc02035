namespace Orchestrator.Dataflow;

/// <summary>
/// What a worker does with rows that it cannot take on: sends them to its error output, where that has a link, until
/// there are too many; else the first one fails the flow.
/// </summary>
public sealed class Rejects<T>
{
    private readonly Worker _worker;
    private long _count;

    /// <param name="worker">Whose they are.</param>
    /// <param name="name">The name of the output that it gets for them.</param>
    public Rejects(Worker worker, string name = "errors")
    {
        _worker = worker;
        Output = new Output<RejectedRow<T>>(worker, name, isOptional: true)
        {
            Beginning = () => _count = 0,
            IsOfRejects = true,
        };
    }

    /// <summary>The error output.</summary>
    public Output<RejectedRow<T>> Output { get; }

    /// <summary>Rows that it takes at most; 1,000 unless told. The one behind fails the flow.</summary>
    public long Max { get; set; } = 1000;

    /// <summary>Rows rejected so far.</summary>
    public long Count => Volatile.Read(ref _count);

    /// <summary>
    /// Whether that is a matter of the row. Without a link nothing is; nor is that rows which were added cannot go on.
    /// </summary>
    public bool Take(Exception failure) =>
        Output.IsLinked && failure is not OperationCanceledException && _worker.Lost is null;

    /// <summary>Sends a row to the error output.</summary>
    /// <exception cref="RejectsException">There is no link there, or these are too many.</exception>
    public void Add(T row, string reason)
    {
        if (!Output.IsLinked)
        {
            throw new RejectsException(
                $"{_worker.Name} rejected a row: {reason}. Link its error output to keep such rows.");
        }

        if (_count == Max)
        {
            throw new RejectsException(
                $"{_worker.Name} rejected more than {Max:N0} rows, which is its limit; the last one: {reason}");
        }

        Volatile.Write(ref _count, _count + 1);
        Output.Add(new RejectedRow<T>(row, reason));
    }

    /// <summary>Whether a row can be compared, where rejected rows are taken; else it is rejected.</summary>
    internal bool Compares(T row, IComparer<T> order)
    {
        try
        {
            // Without a link there is nothing to be known before it fails anyway.
            _ = Output.IsLinked ? order.Compare(row, row) : 0;
            return true;
        }
        catch (Exception failure) when (Take(failure))
        {
            Add(row, failure.Message);
            return false;
        }
    }

    /// <summary>Does something with each row; those for which it throws are rejected.</summary>
    public void ForEach(ReadOnlySpan<T> rows, Action<T> action)
    {
        ArgumentNullException.ThrowIfNull(action);
        for (var at = 0; at < rows.Length; at++)
        {
            try
            {
                // The loop is within, so that a row costs nothing for what hardly ever happens.
                for (; at < rows.Length; at++)
                {
                    action(rows[at]);
                }
            }
            catch (Exception failure) when (Take(failure))
            {
                Add(rows[at], failure.Message);
            }
        }
    }
}

/// <summary>Rows were rejected that nobody takes, or too many.</summary>
public sealed class RejectsException : Exception
{
    internal RejectsException(string message)
        : base(message)
    {
    }
}
