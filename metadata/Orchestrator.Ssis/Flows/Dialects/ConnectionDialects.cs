using Orchestrator.Ssis.Expressions.Generation;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Dialects;

/// <summary>The dialect that a connection of a package speaks, by its provider.</summary>
internal static class ConnectionDialects
{
    private static readonly (string Part, SsisSqlDialect Dialect)[] Providers =
    [
        ("SQLNCLI", SsisSqlDialect.SqlServer), ("SQLOLEDB", SsisSqlDialect.SqlServer),
        ("MSOLEDBSQL", SsisSqlDialect.SqlServer), ("SqlClient", SsisSqlDialect.SqlServer),
        ("SQL Server", SsisSqlDialect.SqlServer), ("SQL Native Client", SsisSqlDialect.SqlServer),
        ("Npgsql", SsisSqlDialect.PostgreSql), ("PostgreSQL", SsisSqlDialect.PostgreSql),
        ("psqlODBC", SsisSqlDialect.PostgreSql), ("PGNP", SsisSqlDialect.PostgreSql),
        ("ADO.NET:SQL", SsisSqlDialect.SqlServer), ("MariaDB", SsisSqlDialect.MariaDb),
        ("SQLite", SsisSqlDialect.Sqlite),
    ];

    /// <summary>The dialect; null where no platform of ours speaks it, or nobody knows.</summary>
    public static SsisSqlDialect? Of(SsisConnection connection)
    {
        var provider = $"{connection.Provider} {connection.CreationName}";
        var found = Providers.Where(each => provider.Contains(each.Part, StringComparison.OrdinalIgnoreCase))
            .Select(each => (SsisSqlDialect?)each.Dialect).FirstOrDefault();
        return found is null && IsServer(connection) ? SsisSqlDialect.SqlServer : found;
    }

    // An OLE DB connection that names no provider is one of an older release's default.
    private static bool IsServer(SsisConnection connection) =>
        connection.Kind is ConnectionManagerKind.OleDb or ConnectionManagerKind.AdoNet
        && connection.Provider.Length == 0 && !connection.CreationName.Contains(':', StringComparison.Ordinal)
        && connection.Server.Length > 0;
}
