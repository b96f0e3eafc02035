using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Rejects;
using Orchestrator.Packages.Load.Source;

namespace Orchestrator.Packages.Load.Target;

/// <summary>
/// Writes row batches into the target or its load table. Where refused rows are redirected, a part that the server
/// refuses is taken back to its savepoint and halved until the rows at fault stand alone.
/// </summary>
internal sealed class TargetWriter(
    Func<IDatabase> connection, TableName into, LoadColumns columns, ObjectDefinition definition, RefusedRows refused,
    bool isForExchange, bool locksTable, bool looksAhead) : IDisposable
{
    private readonly TriedRows _tried = new(connection, looksAhead, into);

    // What older snapshots see of an exchange is written all at once, where the load table is made as the target is.
    private readonly bool _isInParts = !isForExchange && IsInParts(
        definition, columns, connection().Platform.Dialect, refused.IsOfLoadTable && !refused.IsOfShadow);

    private IBulkWriter? _writer;

    // Another one after a connection was lost.
    private IDatabase Database => connection();

    private WriteOptions Options => new()
    {
        IsRowByRow = !definition.Load.FastLoad.Value,
        IsPassed = columns.Pass,
        IsForExchange = isForExchange,
        LocksTable = locksTable,
        ChecksConstraints = definition.Load.CheckConstraints.Value,
        FiresTriggers = definition.Load.FireTriggers.Value == true,
        KeepsNulls = definition.Load.KeepNulls.Value,
    };

    /// <summary>
    /// Whether rows that are refused are looked for in parts. A load table of the neutral types refuses nothing that
    /// the guard lets pass, and rows that pass through come again through the guard where one is refused.
    /// </summary>
    public static bool IsInParts(
        ObjectDefinition definition, LoadColumns columns, Dialect dialect, bool isLoadTable) =>
        definition.Errors.OnError.Value == Policy.Redirect && !columns.Pass
        && (!isLoadTable || columns.Moved.Any(dialect.MayRefuse));

    /// <summary>Opens it, so that what the table refuses as a whole is known before a row is written.</summary>
    public void Open() => _writer ??= Database.Write(into, columns.Moved, columns.Filled, Options);

    /// <summary>Opens it for rows that are a transaction each; null where the platform cannot.</summary>
    public ISingleRowWriter? OpenSingly(Claim claim) =>
        Database.WriteSingly(into, columns.Moved, columns.Filled, Options, claim);

    /// <summary>Writes rows of a batch.</summary>
    public void Write(RowBatch batch, int from, int count)
    {
        if (_isInParts)
        {
            WritePart(batch, from, count);
            return;
        }

        Open();
        _writer!.Write(batch, from, count);
        refused.Wrote(batch, from, count);
    }

    /// <summary>Sends what is left, and closes it.</summary>
    public void Complete()
    {
        using var done = _writer;
        _writer = null;
        done?.Complete();
    }

    public void Dispose()
    {
        _writer?.Dispose();
        _writer = null;
    }

    private void WritePart(RowBatch batch, int from, int count)
    {
        if (IsTaken(batch, from, count))
        {
            return;
        }

        if (count > 1)
        {
            WritePart(batch, from, count / 2);
            WritePart(batch, from + count / 2, count - count / 2);
        }
    }

    private bool IsTaken(RowBatch batch, int from, int count)
    {
        if (_tried.Try(() => WriteNow(batch, from, count)) is not { } fault)
        {
            _tried.Passed();
            if (count > 0 && refused.MustFindNumbers)
            {
                refused.FindNumbers(Database.Number(Database.Platform.Dialect.LastNumberGiven(into)), count);
            }

            refused.Wrote(batch, from, count);
            return true;
        }

        refused.LoseNumbers();
        if (count == 1)
        {
            _tried.Judge(fault, () => WriteNow(batch, from, 0));
            refused.Reject(batch, from, fault);
        }

        return false;
    }

    private void WriteNow(RowBatch batch, int from, int count)
    {
        try
        {
            Open();
            _writer!.Write(batch, from, count);
            _writer.Complete();
        }
        catch
        {
            // What it has begun is over before the savepoint is gone back to.
            Dispose();
            throw;
        }
    }
}
