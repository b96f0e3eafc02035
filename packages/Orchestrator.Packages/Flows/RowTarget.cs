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

    private readonly BatchGate _gate;
    private readonly FlowRejects _rejects;
    private readonly Action<T, ColumnVector[], int> _take;
    private ColumnVector[] _columns = [];

    /// <param name="from">The rows.</param>
    /// <param name="name">Of the worker.</param>
    /// <param name="gate">Where batches come from.</param>
    /// <param name="rejects">Takes rows that no column holds.</param>
    public RowTarget(Output<T> from, string name, BatchGate gate, FlowRejects rejects)
        : base(from, name) => (_gate, _rejects, _take) =
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

    protected override bool MayBlock => true;

    protected override void Receive(ReadOnlySpan<T> rows)
    {
        lock (_gate.Access)
        {
            RowBatch? batch = null;
            foreach (var row in rows)
            {
                if (batch is null)
                {
                    batch = _gate.Await();
                    _columns = batch.Columns.ToArray();
                }

                Add(batch, row);
                if (batch.IsFull)
                {
                    batch = null;
                    _gate.HandOver();
                }
            }
        }

        _rejects.AwaitRoom();
    }

    private void Add(RowBatch to, T row)
    {
        try
        {
            _take(row, _columns, to.Count);
            to.Count++;
            Rows++;
        }
        catch (FormatException wrong)
        {
            // Its place is taken by the next one.
            Array.ForEach(_columns, column => column.ClearNull(to.Count));
            _rejects.Add(Name, wrong.Message, RowTaking<T>.Text(row));
        }
    }
}
