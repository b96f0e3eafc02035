using Microsoft.Data.SqlClient;

namespace Orchestrator.Data.SqlServer;

/// <summary>While it lives, rows bring the numbers of a column that the server else counts itself.</summary>
internal sealed class SqlServerIdentity : IDisposable
{
    private readonly SqlServerDatabase _database;
    private readonly TableName _table;

    private SqlServerIdentity(SqlServerDatabase database, TableName table) =>
        (_database, _table) = (database, table);

    /// <summary>Null where no column of those named is counted by the server.</summary>
    public static SqlServerIdentity? Keep(SqlServerDatabase database, TableName table, IEnumerable<string> columns)
    {
        if (!Counts(database, table, columns))
        {
            return null;
        }

        database.Execute(database.Dialect.IdentityInsert(table, isOn: true));
        return new SqlServerIdentity(database, table);
    }

    /// <summary>Whether the server counts one of the columns.</summary>
    public static bool Counts(SqlServerDatabase database, TableName table, IEnumerable<string> columns)
    {
        var counted = database.TextsOf("identity", table);
        return columns.Select(database.Dialect.Fold).Intersect(counted.Select(database.Dialect.Fold)).Any();
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        try
        {
            _database.Execute(_database.Dialect.IdentityInsert(_table, isOn: false));
        }
        catch (Exception fault) when (fault is SqlException or InvalidOperationException)
        {
            // The session is over, and the setting with it.
        }
    }
}
