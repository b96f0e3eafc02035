using Orchestrator.Data.Sqlite;
using SQLitePCL;

namespace Orchestrator.Ledger;

/// <summary>Lets SQLite look through a file of a ledger: its pages and indexes, and rows that refer to none.</summary>
internal static class LedgerDamage
{
    private const int LinesMax = 10;

    /// <exception cref="OperationCanceledException">The token fired before all was looked at.</exception>
    public static IReadOnlyList<string> Of(SqliteDatabase database, CancellationToken cancellation)
    {
        using var stop = database.Interruption.On(cancellation);
        try
        {
            cancellation.ThrowIfCancellationRequested();
            return
            [
                .. OfPages(database),
                .. Rows(database, "PRAGMA foreign_key_check", row => $"{row.Text(0)}: row {row.Text(1)} refers to a "
                    + $"row of {row.Text(2)} that is not there"),
            ];
        }
        catch (Microsoft.Data.Sqlite.SqliteException fault) when (fault.SqliteErrorCode == raw.SQLITE_INTERRUPT)
        {
            throw new OperationCanceledException(fault.Message, fault, cancellation);
        }
    }

    /// <summary>Of its pages and indexes alone, what a copy in its place could not mend.</summary>
    public static IEnumerable<string> OfPages(SqliteDatabase database) =>
        Rows(database, "PRAGMA quick_check(10)", row => row.Text(0)).Where(line => line != "ok");

    private static List<string> Rows(SqliteDatabase database, string sql, Func<Statement, string> read)
    {
        var found = new List<string>();
        using var statement = new SqliteLedgerStatement(database, sql);
        while (found.Count < LinesMax && statement.Step())
        {
            found.Add(read(statement));
        }

        return found;
    }
}
