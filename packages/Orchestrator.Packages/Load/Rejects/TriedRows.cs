using System.Runtime.ExceptionServices;
using Orchestrator.Data;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Rejects;

/// <summary>
/// Tries statements that move rows, each behind a savepoint. An error that says nothing of whose fault it is, is that
/// of a row where the same statement passes with other rows, or with none.
/// </summary>
/// <param name="connection">The database, in a transaction.</param>
/// <param name="looksAhead">Whether what the commit would refuse is refused here, where nothing was broken before. Not
/// of statements that others make whole.</param>
/// <param name="into">The table whose own rows are looked at where others were broken before, as those are that point
/// to rows which are replaced; null = none.</param>
internal sealed class TriedRows(Func<IDatabase> connection, bool looksAhead = false, TableName? into = null)
{
    private const string EndedKey = "Orchestrator.Ended";

    private readonly RowSuspects _suspects = new();
    private bool? _wereWhole;

    /// <summary>Does it; takes it back where it is refused.</summary>
    /// <returns>The refusal; null = it was taken.</returns>
    public Exception? Try(Action work) => Try(work, keeps: true);

    /// <summary>Tries it, and takes it back however it ends.</summary>
    /// <returns>The refusal; null = it would be taken.</returns>
    public Exception? Probe(Action work) => Try(work, keeps: false);

    /// <summary>Rows were taken.</summary>
    public void Passed() => _suspects.Passed();

    /// <summary>A row was refused alone: throws that where it is not the row.</summary>
    /// <param name="refused">The refusal.</param>
    /// <param name="withNone">Does the same with no row.</param>
    public void Judge(Exception refused, Action withNone) =>
        _suspects.Judge(refused, () => Probe(withNone) is not null);

    private Exception? Try(Action work, bool keeps)
    {
        var database = connection();
        var dialect = database.Platform.Dialect;
        Exception? refused = null;
        database.Execute(dialect.Savepoint);
        try
        {
            var isWhole = looksAhead && database.BrokenAtCommit() is null;
            var looksAtRows = looksAhead && !isWhole && WereWhole(database);
            work();
            refused = isWhole ? database.BrokenAtCommit() : looksAtRows ? database.BrokenByRows(into!) : null;
        }
        catch (Exception fault) when (Faults.MayBeRefusal(fault))
        {
            refused = fault;
        }

        if (refused is not null || !keeps)
        {
            Back(database, refused);
        }

        database.Execute(dialect.ReleaseSavepoint);
        return refused;
    }

    // What somebody has put there without a look at keys is no fault of these rows.
    private bool WereWhole(IDatabase database) =>
        into is not null && (_wereWhole ??= database.BrokenByRows(into) is null);

    /// <summary>Whether that refusal has ended the whole transaction, as errors in triggers of SQL Server and
    /// RAISE(ROLLBACK) of SQLite do.</summary>
    public static bool HasEnded(Exception refused) => refused.Data.Contains(EndedKey);

    private static void Back(IDatabase database, Exception? refused)
    {
        try
        {
            database.Execute(database.Platform.Dialect.BackToSavepoint);
        }
        catch (Exception gone) when (refused is not null && database.Platform.Explain(gone) is { } why)
        {
            if (!why.IsConnectionLost)
            {
                Leave(database);
                refused.Data[EndedKey] = true;
            }

            // It is what there is to tell.
            ExceptionDispatchInfo.Throw(refused);
        }
    }

    // What the savepoint has changed of the session is as before; where it is of the transaction it went with that.
    private static void Leave(IDatabase database)
    {
        try
        {
            database.Rollback();
            database.Execute(database.Platform.Dialect.ReleaseSavepoint);
        }
        catch (Exception gone) when (database.Platform.Explain(gone) is not null)
        {
        }
    }
}
