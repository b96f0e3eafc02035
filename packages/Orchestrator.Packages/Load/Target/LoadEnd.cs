using System.Globalization;
using Orchestrator.Data;
using Orchestrator.Packages.Hooks;

namespace Orchestrator.Packages.Load.Target;

/// <summary>
/// What came of a load with hooks in its transaction, committed with both. Rows can be loaded again, and what a hook
/// has done cannot be told from what it would do once more: so where a process died between that commit and its record,
/// the attempt that goes on records what is there.
/// </summary>
internal sealed class LoadEnd
{
    private readonly PackageContext _context;
    private readonly EndDialect _sql;
    private readonly (string, object?)[] _package;

    private LoadEnd(PackageContext context, TableName table, Dialect dialect)
    {
        _context = context;
        _sql = new EndDialect(dialect);
        _package =
        [
            ("schema", table.Schema is null ? "" : dialect.Fold(table.Schema)), ("name", dialect.Fold(table.Name)),
            ("ledger", context.Ledger.ToString()), ("package", context.Object.FullName),
        ];
    }

    /// <summary>The end of a load; null where no hook is part of it.</summary>
    public static LoadEnd? Of(PackageContext context, TableName table, Dialect dialect) =>
        TransactionHooks.AreIn(context.Object) ? new LoadEnd(context, table, dialect) : null;

    /// <summary>Makes its table, in a transaction of its own.</summary>
    public void Prepare(IDatabase database, CancellationToken cancellation) =>
        OwnTable.Make(database, _sql.Table, _sql.Columns, _sql.OneRowPerAttempt, cancellation);

    /// <summary>Looks under the claim whether an attempt that this one repeats was committed after all.</summary>
    /// <exception cref="FinishedBeforeException">It was.</exception>
    public void Find(IDatabase database)
    {
        var found = database.Ask(_sql.Read, _package).First;
        if (found.Count > 0 && long.Parse(found[0]!, CultureInfo.InvariantCulture) is var attempt
            && _context.Past.MayFinish(attempt))
        {
            throw new FinishedBeforeException(attempt, Finished(found[1]!, attempt));
        }
    }

    /// <summary>Keeps what comes of the attempt, inside its last transaction.</summary>
    public void Keep(IDatabase database, PackageResult result)
    {
        (string, object?)[] row = [.. _package, ("attempt", _context.AttemptId)];
        database.Execute(_sql.Remove, row);
        database.Execute(_sql.Add, [.. row, ("result", EndText.OfAttempts.Write(result))]);
    }

    private static PackageResult Finished(string text, long attempt) => EndText.OfAttempts.Read(text) with
    {
        Warnings =
        [
            $"attempt {attempt} had committed these rows together with its hooks before its process died: they are "
            + "recorded now, and nothing was loaded or run once more",
        ],
    };
}

/// <summary>An attempt that this one repeats was committed, with all that belongs to it.</summary>
/// <param name="attempt">Its number.</param>
/// <param name="result">What came of it.</param>
internal sealed class FinishedBeforeException(long attempt, PackageResult result)
    : Exception($"attempt {attempt} was committed")
{
    public PackageResult Result => result;
}
