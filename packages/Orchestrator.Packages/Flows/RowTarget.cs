using Orchestrator.Core.Types;
using Orchestrator.Data;
using Orchestrator.Data.Dataflow.Mapping;
using Orchestrator.Dataflow;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Flows;

/// <summary>Rows of a type into the row batches of a load.</summary>
internal sealed class RowTarget<T> : Target<T>
{
    private static readonly SqlType Exact = new(SqlTypeKind.Decimal, Precision: 38, Scale: 10);

    private readonly BatchGate gate;
    private readonly FlowRejects rejects;
    private readonly Action<T, ColumnVector[], int> take;
    private ColumnVector[] columns = [];

    /// <param name="from">The rows.</param>
    /// <param name="name">Of the worker.</param>
    /// <param name="gate">Where batches come from.</param>
    /// <param name="rejects">Takes rows that no column holds.</param>
    public RowTarget(Output<T> from, string name, BatchGate gate, FlowRejects rejects)
        : base(from, name) => (this.gate, this.rejects, take) =
            (gate, rejects, RowFit.Of(typeof(T), () => RowTaking<T>.Taker));

    /// <summary>
    /// The columns that such rows become. A decimal whose type the metadata name goes as text, so that the policies of
    /// the column decide about its digits.
    /// </summary>
    /// <exception cref="Store.PackageRefusedException">A member can become no column.</exception>
    public static IReadOnlyList<RowColumn> Columns(ObjectDefinition definition) => RowFit.Of(typeof(T), () =>
        RowTaking<T>.ColumnsWith(Exact, name => definition.Columns.Any(column => column.DataType is not null
            && string.Equals(column.Name, name, StringComparison.OrdinalIgnoreCase))));

    /// <summary>Rows that it has handed on.</summary>
    public long Rows { get; private set; }

    /// <inheritdoc/>
    protected override bool MayBlock => true;

    /// <inheritdoc/>
    protected override void Receive(ReadOnlySpan<T> rows)
    {
        lock (gate.Access)
        {
            RowBatch? batch = null;
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

        rejects.AwaitRoom();
    }

    private void Add(RowBatch to, T row)
    {
        try
        {
            take(row, columns, to.Count);
            to.Count++;
            Rows++;
        }
        catch (FormatException wrong)
        {
            // Its place is taken by the next one.
            Array.ForEach(columns, column => column.ClearNull(to.Count));
            rejects.Add(Name, wrong.Message, RowTaking<T>.Text(row));
        }
    }
}
