using Orchestrator.Ssis.Expressions.Generation;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Dialects;

/// <summary>The dialect that a connection of a package speaks, by its provider.</summary>
internal static class ConnectionDialects
{
    /// <summary>The provider of a data source of one machine of which its statements say that it is of PostgreSQL.
    /// </summary>
    public const string SpokenPostgreSql = "PostgreSQL";

    /// <summary>What the provider of a connection that names a data source of one machine begins with.</summary>
    public const string DataSource = "DSN=";

    private static readonly (string Part, SsisSqlDialect Dialect)[] Providers =
    [
        ("SQLNCLI", SsisSqlDialect.SqlServer), ("SQLOLEDB", SsisSqlDialect.SqlServer),
        ("SQLXMLOLEDB", SsisSqlDialect.SqlServer), ("MSOLEDBSQL", SsisSqlDialect.SqlServer),
        ("SqlClient", SsisSqlDialect.SqlServer), ("SQL Server", SsisSqlDialect.SqlServer),
        ("SQL Native Client", SsisSqlDialect.SqlServer), ("SQLSRV32", SsisSqlDialect.SqlServer),
        ("Npgsql", SsisSqlDialect.PostgreSql), (SpokenPostgreSql, SsisSqlDialect.PostgreSql),
        ("psqlODBC", SsisSqlDialect.PostgreSql), ("PGNP", SsisSqlDialect.PostgreSql),
        ("ADO.NET:SQL", SsisSqlDialect.SqlServer), ("MariaDB", SsisSqlDialect.MariaDb),
        ("SQLite", SsisSqlDialect.Sqlite),
    ];

    // What the drivers of SQL Server alone write beside the name of a data source.
    private static readonly HashSet<string> WordsOfServer = new(StringComparer.OrdinalIgnoreCase)
    {
        "WSID", "QuotedId", "AnsiNPW", "MARS_Connection", "MultiSubnetFailover", "ApplicationIntent",
    };

    // What the dialog of the driver of PostgreSQL calls a data source where nobody calls it otherwise.
    private static readonly HashSet<string> NamesOfPostgreSql = new(StringComparer.OrdinalIgnoreCase)
    {
        "DSN=PostgreSQL30", "DSN=PostgreSQL30W", "DSN=PostgreSQL35W",
    };

    private static readonly (string Part, string Name)[] Others =
    [
        ("OraOLEDB", "Oracle"), ("MSDAORA", "Oracle"), ("Oracle", "Oracle"), ("MSORA", "Oracle"),
        ("DB2", "DB2"), ("IBMDA", "DB2"), ("Teradata", "Teradata"), ("MySQL", "MySQL"), ("Sybase", "Sybase"),
        ("ASEOLEDB", "Sybase"), ("Informix", "Informix"), ("Ifx", "Informix"), ("Firebird", "Firebird"),
        ("Jet.OLEDB", "Access or Excel"), ("ACE.OLEDB", "Access or Excel"), ("Microsoft Access", "Access"),
        ("Microsoft Excel", "Excel"), ("MSOLAP", "Analysis Services"), ("Snowflake", "Snowflake"),
        ("Hive", "Hive"), ("Spark", "Spark"), ("SAP", "SAP"), ("HDB", "SAP HANA"), ("Netezza", "Netezza"),
        ("VFPOLEDB", "Visual FoxPro"), ("Progress", "Progress"), ("SQLSERVER.CE", "SQL Server Compact"),
        ("SQLMOBILE", "SQL Server Compact"),
    ];

    /// <summary>The dialect; null where no platform of ours speaks it, or nobody knows.</summary>
    public static SsisSqlDialect? Of(SsisConnection connection)
    {
        // The name of a data source is what somebody called it on one machine.
        var isNamed = IsDataSource(connection);
        var provider = isNamed ? connection.CreationName : $"{connection.Provider} {connection.CreationName}";
        var found = Providers.Where(each => provider.Contains(each.Part, StringComparison.OrdinalIgnoreCase))
            .Select(each => (SsisSqlDialect?)each.Dialect).FirstOrDefault();
        return found is not null ? found
            : isNamed && NamesOfPostgreSql.Contains(connection.Provider) ? SsisSqlDialect.PostgreSql
            : IsServer(connection) || (isNamed && SaysServer(connection)) ? SsisSqlDialect.SqlServer
            : null;
    }

    /// <summary>Why there is none, in a sentence.</summary>
    public static string Unknown(SsisConnection connection)
    {
        var provider = $"{connection.Provider} {connection.CreationName}";
        var other = Others.Where(each => provider.Contains(each.Part, StringComparison.OrdinalIgnoreCase))
            .Select(each => each.Name).FirstOrDefault();
        if (IsDataSource(connection))
        {
            return $"the connection '{connection.Name}' names a data source of one machine, "
                + $"'{connection.Provider[DataSource.Length..]}', and not what database that is";
        }

        if (other is null && provider.Trim() == connection.CreationName
            && !provider.Contains(':', StringComparison.Ordinal))
        {
            return $"the connection '{connection.Name}' names neither a provider nor a server";
        }

        other ??= $"'{(connection.Provider.Length > 0 ? connection.Provider : connection.CreationName)}'";
        return $"the connection '{connection.Name}' leads to {other}, which is no platform here";
    }

    private static bool IsDataSource(SsisConnection connection) =>
        connection.Provider.StartsWith(DataSource, StringComparison.OrdinalIgnoreCase);

    private static bool SaysServer(SsisConnection connection) =>
        connection.Parts.Any(part => WordsOfServer.Contains(part.Name));

    // An OLE DB connection that names no provider is one of an older release's default.
    private static bool IsServer(SsisConnection connection) =>
        connection.Kind == ConnectionManagerKind.Smo
        || (connection.Kind is ConnectionManagerKind.OleDb or ConnectionManagerKind.AdoNet
            && connection.Provider.Length == 0 && !connection.CreationName.Contains(':', StringComparison.Ordinal)
            && connection.Server.Length > 0);
}
