using MySqlConnector;
using Orchestrator.Metadata.Model;
using MariaDbServer = Orchestrator.MariaDbCluster.Server;

namespace Orchestrator.Data.Conformance.Places;

/// <summary>An empty database, used by a user who has rights in it alone, and those only that loads need.</summary>
internal sealed class MariaDbPlace : Place
{
    private const string User = "loader";
    private static readonly string Password = Guid.NewGuid().ToString("N");
    private static readonly Lazy<bool> UserIsThere = new(() =>
    {
        EmptyMariaDb.OnServer($"CREATE USER {User}@'%' IDENTIFIED BY '{Password}'");
        return true;
    });

    private readonly EmptyMariaDb _database = EmptyMariaDb.Take();

    public MariaDbPlace()
    {
        _ = UserIsThere.Value;
        EmptyMariaDb.OnServer(
            "GRANT SELECT, INSERT, UPDATE, DELETE, CREATE, DROP, ALTER, INDEX, TRIGGER, CREATE TEMPORARY TABLES "
            + $"ON {Pattern}.* TO {User}@'%'");
    }

    // In the name of a database that rights are given on, _ stands for any character.
    private string Pattern => $"`{_database.Name.Replace("_", "\\_", StringComparison.Ordinal)}`";

    public override PlaceKind Kind => PlaceKind.MariaDb;

    public override Connection Connection(string name) => new()
    {
        Name = name,
        Platform = Metadata.Model.Platform.MariaDb,
        ConnectionString = MariaDbServer.Cluster.ConnectionString(_database.Name, User, Password),
        RecordSource = "MY",
    };

    public override bool IsCoarse => true;

    public override int DigitsRead => 30;

    public override IReadOnlyList<string> KeptOtherwise =>
    [
        "money", "smallmoney", "char(3)", "nchar(3)", "varchar(5)", "varchar(max)", "xml", "binary(3)", "time(7)",
        "datetime", "smalldatetime", "datetime2(7)", "datetimeoffset(7)", "decimal(38,38)",
    ];

    public override void Run(string sql) => _database.Run(sql);

    /// <summary>
    /// As text, in which the client has a value for all that the server keeps; but for floats, of which the server
    /// writes fewer digits than it has.
    /// </summary>
    public override IReadOnlyList<object?[]> Stored(TableName table, IReadOnlyList<string> columns)
    {
        using var session = _database.Open();
        var types = Types(session, table);
        var list = columns.Select(column => Shown(Platform.Dialect.Quote(column), types[column]));
        using var command = EmptyMariaDb.Command(
            session,
            $"SELECT {string.Join(", ", list)} FROM {Platform.Dialect.Quote(table)} "
            + $"ORDER BY {Platform.Dialect.Quote(columns[0])}");
        command.Prepare();
        using var reader = command.ExecuteReader();
        return All(reader);
    }

    /// <summary>Takes back what the user may do.</summary>
    public override void Dispose()
    {
        EmptyMariaDb.OnServer($"REVOKE ALL ON {Pattern}.* FROM {User}@'%'");
        _database.Dispose();
    }

    private static string Shown(string column, string type) => type switch
    {
        "float" or "double" => column,
        "bit" => $"CAST({column} + 0 AS CHAR)",
        "binary" or "varbinary" or "tinyblob" or "blob" or "mediumblob" or "longblob" => $"HEX({column})",
        "time" => $"REPLACE(CAST({column} AS CHAR), '.000000', '')",
        "varchar" or "tinytext" or "text" or "mediumtext" or "longtext" => column,
        _ => $"CAST({column} AS CHAR)",
    };

    private static Dictionary<string, string> Types(MySqlConnection session, TableName table)
    {
        using var command = EmptyMariaDb.Command(
            session,
            "SELECT COLUMN_NAME, DATA_TYPE FROM information_schema.COLUMNS "
            + "WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = @name");
        command.Parameters.AddWithValue("name", table.Name);
        using var reader = command.ExecuteReader();
        var types = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
        while (reader.Read())
        {
            types[reader.GetString(0)] = reader.GetString(1);
        }

        return types;
    }
}
