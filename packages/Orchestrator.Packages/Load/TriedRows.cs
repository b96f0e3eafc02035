using System.Runtime.ExceptionServices;
using Orchestrator.Data;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load;

/// <summary>
/// Tries statements that move rows, each behind a savepoint. An error that says nothing of whose fault it is, is that
/// of a row where the same statement passes with other rows, or with none.
/// </summary>
/// <param name="connection">The database, in a transaction.</param>
internal sealed class TriedRows(Func<IDatabase> connection)
{
    // Where none passes at all, nobody waits for millions of them.
    private const int SuspectsMax = 100;

    private bool hasPassed;
    private int suspects;

    /// <summary>Does it; takes it back where it is refused.</summary>
    /// <returns>The refusal; null = it was taken.</returns>
    public Exception? Try(Action work) => Try(work, keeps: true);

    /// <summary>Tries it, and takes it back however it ends.</summary>
    /// <returns>The refusal; null = it would be taken.</returns>
    public Exception? Probe(Action work) => Try(work, keeps: false);

    /// <summary>Rows were taken.</summary>
    public void Passed() => hasPassed = true;

    /// <summary>A row was refused alone: throws that where it is not the row.</summary>
    /// <param name="refused">The refusal.</param>
    /// <param name="withNone">Does the same with no row.</param>
    public void Judge(Exception refused, Action withNone)
    {
        if (!Faults.IsRefusal(refused) && !hasPassed && (++suspects > SuspectsMax || Probe(withNone) is not null))
        {
            ExceptionDispatchInfo.Throw(refused);
        }
    }

    private Exception? Try(Action work, bool keeps)
    {
        var database = connection();
        var dialect = database.Platform.Dialect;
        Exception? refused = null;
        database.Execute(dialect.Savepoint);
        try
        {
            work();
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

    private static void Back(IDatabase database, Exception? refused)
    {
        try
        {
            database.Execute(database.Platform.Dialect.BackToSavepoint);
        }
        catch (Exception gone) when (refused is not null && database.Platform.Explain(gone) is not null)
        {
            // What refused the rows has ended the transaction, too, and is what there is to tell.
            ExceptionDispatchInfo.Throw(refused);
        }
    }
}
