using Orchestrator.Data;
using Orchestrator.Dataflow;

namespace Orchestrator.Packages.Flows;

/// <summary>Rows of a type into the row batches of a load.</summary>
internal sealed class RowTarget<T> : Target<T>
{
    private readonly BatchGate gate;
    private readonly FlowRejects rejects;
    private readonly Action<ColumnVector[], int, T> write;
    private RowBatch? batch;
    private ColumnVector[] columns = [];

    /// <param name="from">The rows.</param>
    /// <param name="name">Of the worker.</param>
    /// <param name="gate">Where batches come from.</param>
    /// <param name="rejects">Takes rows that no column holds.</param>
    /// <param name="write">Writes a row.</param>
    public RowTarget(
        Output<T> from, string name, BatchGate gate, FlowRejects rejects, Action<ColumnVector[], int, T> write)
        : base(from, name) => (this.gate, this.rejects, this.write) = (gate, rejects, write);

    /// <summary>Rows that it has handed on.</summary>
    public long Rows { get; private set; }

    /// <inheritdoc/>
    protected override bool MayBlock => true;

    /// <inheritdoc/>
    protected override void Receive(ReadOnlySpan<T> rows)
    {
        foreach (var row in rows)
        {
            if (batch is null)
            {
                batch = gate.Await();
                columns = batch.Columns.ToArray();
            }

            Add(batch, row);
            if (batch.IsFull)
            {
                batch = null;
                gate.HandOver();
            }
        }
    }

    private void Add(RowBatch to, T row)
    {
        try
        {
            write(columns, to.Count, row);
            to.Count++;
            Rows++;
        }
        catch (FormatException wrong)
        {
            // Its place is taken by the next one.
            Array.ForEach(columns, column => column.ClearNull(to.Count));
            rejects.Add(Name, wrong.Message, RowMembers.Text(row));
        }
    }
}
