using Orchestrator.Ledger.Columns;

namespace Orchestrator.Ledger;

/// <summary>A named statement. Values are bound in order, then it runs or is read row by row.</summary>
internal abstract class Statement : IDisposable
{
    public abstract Statement Bind(long? value);

    public abstract Statement Bind(string? value);

    /// <summary>Runs a statement that returns no row.</summary>
    public abstract void Run();

    /// <summary>Goes to the next row; after the last one the statement is ready for new values.</summary>
    public abstract bool Step();

    public abstract bool IsNull(int column);

    public abstract long Number(int column);

    public long? NumberOrNull(int column) => IsNull(column) ? null : Number(column);

    public abstract string Text(int column);

    public bool IsNull(RecordColumn column) => IsNull(column.Place);

    public long Number(RecordColumn column) => Number(column.Place);

    public long? NumberOrNull(RecordColumn column) => NumberOrNull(column.Place);

    public string Text(RecordColumn column) => Text(column.Place);

    public abstract void Reset();

    public abstract void Dispose();
}
