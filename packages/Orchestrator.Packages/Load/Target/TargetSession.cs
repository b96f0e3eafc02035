using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Packages.Load.Rejects;
using Orchestrator.Packages.Relaxed;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Target;

/// <summary>
/// The connection of one load to its target: transactions that begin with the claim, and commits whose outcome is known
/// also where the connection was lost.
/// </summary>
internal sealed class TargetSession : IDisposable
{
    private readonly DatabaseAccess _access;
    private readonly PackageContext _context;
    private readonly TableName _table;
    private readonly CancellationToken _cancellation;
    private readonly TargetClaim _claim;
    private readonly AttemptMark? _mark;
    private IDisposable? _interrupt;
    private bool _mayFinish;

    /// <summary>Connects.</summary>
    /// <param name="access">The way to the database.</param>
    /// <param name="table">The target.</param>
    /// <param name="context">The attempt.</param>
    /// <param name="comparison">Compares what the target says with the ledger; null = nobody does.</param>
    public TargetSession(DatabaseAccess access, TableName table, PackageContext context, TargetComparison? comparison)
    {
        _access = access;
        _context = context;
        _table = table;
        _cancellation = context.Cancellation;
        _mark = context.Mark;
        _claim = new TargetClaim(context, table, access, comparison);
        Database = access.Open();
        _interrupt = Database.Interruption.On(_cancellation);
    }

    /// <summary>The connection; another one after a loss.</summary>
    public IDatabase Database { get; private set; }

    /// <summary>Begins a transaction that has the table alone.</summary>
    /// <exception cref="PackageRefusedException">A newer run has loaded the table.</exception>
    public void Begin(CancellationToken token)
    {
        _mark?.Prepare(Database);
        CrashPoint.Around("load.claim", () => _claim.Begin(Database, token));
    }

    /// <summary>Commits the last transaction of a load, and with it that the attempt has come to its end.</summary>
    /// <exception cref="PackageRefusedException">It was not made, or nobody knows.</exception>
    /// <exception cref="OperationCanceledException">The attempt shall stop.</exception>
    public void CommitLast()
    {
        _mark?.AddWithLast(Database);
        // In this order: the next statement may hear an interrupt of a session at rest, and is no commit then.
        LetFinish();
        _cancellation.ThrowIfCancellationRequested();
        CrashPoint.Around("load.commit", Commit);
        _mark?.Stand();
    }

    /// <summary>Commits; a commit without an answer is looked up, and the load goes on where it was made.</summary>
    /// <exception cref="PackageRefusedException">It was not made, or nobody knows.</exception>
    public void Commit()
    {
        try
        {
            Database.Commit();
        }
        catch (Exception fault) when (_access.Platform.Explain(fault) is { IsConnectionLost: true } why)
        {
            Settle(why);
        }
    }

    /// <summary>Commits, and begins the next transaction.</summary>
    public void CommitAndBegin(CancellationToken token)
    {
        Commit();
        Begin(token);
    }

    /// <summary>
    /// Writes rows that are a transaction each, with the claim; a single one without an answer is looked up. Of several
    /// the marker would not tell which of them were refused.
    /// </summary>
    /// <param name="from">The first row.</param>
    /// <param name="count">How many.</param>
    /// <param name="left">Told those that were not written.</param>
    /// <returns>How many were tried.</returns>
    /// <exception cref="PackageRefusedException">It was not made, or nobody knows.</exception>
    public int Write(ISingleRowWriter writer, RowBatch batch, int from, int count, List<int> left)
    {
        try
        {
            return CrashPoint.Around(
                "load.single", () => writer.Write(batch, from, count, _claim.NextSteps(count), left));
        }
        catch (Exception fault) when (count == 1 && _access.Platform.Explain(fault) is { IsConnectionLost: true } why)
        {
            Settle(why);
            return count;
        }
    }

    /// <summary>The claim, for a writer that makes it itself.</summary>
    public Claim Claim => _claim.Statement;

    /// <summary>What is under way is no longer stopped when the attempt shall stop.</summary>
    public void LetFinish()
    {
        _mayFinish = true;
        _interrupt?.Dispose();
    }

    /// <summary>Connects anew after the connection was lost.</summary>
    public void Reopen()
    {
        Dispose();
        Database = _access.OpenAnyway();
        _interrupt = _mayFinish ? null : Database.Interruption.On(_cancellation);
    }

    public void Dispose()
    {
        _interrupt?.Dispose();
        Database.Dispose();
    }

    private void Settle(DatabaseFault why)
    {
        // While it lives, the file of a database without a server may still be locked.
        Database.Dispose();
        if (_claim.IsCommitted() is not { } isCommitted)
        {
            throw new PackageRefusedException(
                "ORC3441", ErrorClass.OutcomeUnknown, "publish",
                $"The connection was lost while the load of '{_table}' was committed "
                + $"({QuotedWords.Shown(why.Text, _context)}), and the marker in the database cannot be read: its rows "
                + "are there or not. Look at the table before you run it again.");
        }

        Reopen();
        if (!isCommitted)
        {
            throw new PackageRefusedException(new PackageError
            {
                Code = "ORC3409",
                Class = ErrorClass.Transient,
                Phase = "publish",
                Message = $"{_access.Platform.Name}: {QuotedWords.Shown(why.Text.TrimEnd('.'), _context)}, while the "
                    + $"load of '{_table}' was committed. The marker in the database says that it was not. "
                    + why.Advice,
                ServerCode = why.Code,
            });
        }
    }
}
