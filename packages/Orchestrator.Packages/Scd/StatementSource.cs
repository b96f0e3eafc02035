using Orchestrator.Data;
using Orchestrator.Dataflow;

namespace Orchestrator.Packages.Scd;

/// <summary>
/// Rows of a statement over the connection of the target, which reads one at a time: so it may have to wait for another
/// source to end.
/// </summary>
/// <param name="flow">The flow.</param>
/// <param name="name">Unique within the flow.</param>
/// <param name="work">The connection.</param>
/// <param name="sql">The statement.</param>
/// <param name="make">Makes a row.</param>
internal sealed class StatementSource<T>(
    Flow flow, string name, ScdWork work, string sql, Func<ColumnVector[], int, T> make) : Source<T>(flow, name)
{
    private IRowReader? reader;
    private RowBatchPool? pool;
    private RowBatch? batch;
    private ColumnVector[] columns = [];
    private int at;
    private CancellationToken cancellation;

    /// <summary>Set when the connection can be used for it; null = at once.</summary>
    public ManualResetEventSlim? After { get; init; }

    /// <summary>Set when the connection can be used for others again.</summary>
    public ManualResetEventSlim? HasEnded { get; init; }

    /// <inheritdoc/>
    protected override bool MayBlock => true;

    /// <inheritdoc/>
    protected override void Begin(CancellationToken cancellation) => this.cancellation = cancellation;

    /// <inheritdoc/>
    protected override bool Produce()
    {
        if ((batch is null || at == batch.Count) && !Next())
        {
            // Before anybody hears that it has ended, as who hears it uses the connection.
            Close();
            HasEnded?.Set();
            return false;
        }

        var space = Output.Space;
        var count = Math.Min(space.Length, batch!.Count - at);
        for (var i = 0; i < count; i++)
        {
            space[i] = make(columns, at++);
        }

        Output.Advance(count);
        return true;
    }

    /// <inheritdoc/>
    protected override void End() => Close();

    private bool Next()
    {
        if (reader is null)
        {
            After?.Wait(cancellation);
            reader = work.Database.Read(sql);
            pool = work.Pool(reader.Columns);
        }

        batch?.Dispose();
        batch = null;
        var next = pool!.Rent(cancellation);
        try
        {
            if (!reader.Read(next, cancellation))
            {
                return false;
            }

            (batch, columns, at) = (next, next.Columns.ToArray(), 0);
            return true;
        }
        finally
        {
            if (batch is null)
            {
                next.Dispose();
            }
        }
    }

    private void Close()
    {
        batch?.Dispose();
        reader?.Dispose();
        pool?.Dispose();
        (batch, reader, pool) = (null, null, null);
    }
}
