using Microsoft.Data.Sqlite;
using SQLitePCL;

namespace Orchestrator.Data.Sqlite;

/// <summary>
/// Finds the row that a constraint of a table refused. It writes into the table, within a transaction that the caller
/// rolls back.
/// </summary>
internal sealed class SqliteRefusal(
    SqliteDatabase database, TableName load, TableName target, IReadOnlyList<string> columns)
{
    private static SqliteDialect Dialect => SqliteDialect.Instance;

    /// <summary>The first row at fault; null where it is not found.</summary>
    public RefusedRow? Find(long before, SqliteException fault)
    {
        if (fault.SqliteExtendedErrorCode == raw.SQLITE_CONSTRAINT_FOREIGNKEY)
        {
            return Orphan();
        }

        Refusal(Dialect.InsertUntilRefused(load, target, columns), []);
        var rows = SqliteScalar.Long(database, Dialect.Count(target)) - before;

        // A trigger can change the count: named is what is refused once more.
        var again = rows < 0 ? null : Refusal(Dialect.InsertOne(load, target, columns), [("@rows", rows)]);
        return again?.Message == fault.Message ? new RefusedRow(rows + 1, Values(rows)) : null;
    }

    // A row alone may be refused for one behind it: all are put there, and looked at together.
    private RefusedRow? Orphan()
    {
        if (SqliteScalar.Long(database, SqliteScripts.Read("has_rowid"), ("$table", target.Name)) == 0)
        {
            return null;
        }

        SqliteScalar.Run(database, "PRAGMA defer_foreign_keys=ON");
        if (Refusal(Dialect.InsertSelect(load, target, columns), []) is not null)
        {
            return null;
        }

        var found = SqliteScalar.Long(database, Dialect.FirstOrphan(load, target, columns), ("$table", target.Name));
        return found == 0 ? null : new RefusedRow(found, Values(found - 1));
    }

    private SqliteException? Refusal(string sql, IReadOnlyList<(string Name, object? Value)> values)
    {
        try
        {
            SqliteScalar.Run(database, sql, values);
            return null;
        }
        catch (SqliteException refused) when (refused.SqliteErrorCode == raw.SQLITE_CONSTRAINT)
        {
            return refused;
        }
    }

    private string?[] Values(long rows)
    {
        using var command = SqliteScalar.Command(database, Dialect.RowAfter(load, columns), [("@rows", rows)]);
        using var reader = command.ExecuteReader();
        reader.Read();
        return [.. Enumerable.Range(0, columns.Count).Select(place => reader.IsDBNull(place) ? null
            : reader.GetValue(place) is byte[] bytes ? Convert.ToHexString(bytes) : reader.GetString(place))];
    }
}
