using Npgsql;
using Orchestrator.Data.Durability;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Data.Conformance.Places;

/// <summary>
/// An empty database, used by a role that may connect, make schemas, and make tables in `public`: nothing else.
/// </summary>
internal sealed class PostgreSqlPlace : Place
{
    private const string Role = "loader";
    private static readonly string Password = Guid.NewGuid().ToString("N");
    private static readonly Lazy<bool> RoleIsThere = new(() =>
    {
        Run(
            Server.Cluster.ConnectionString(),
            $"CREATE ROLE {Role} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD '{Password}'");
        return true;
    });

    private readonly EmptyDatabase _database = EmptyDatabase.Take();

    public PostgreSqlPlace()
    {
        _ = RoleIsThere.Value;
        _database.Run(
            $"REVOKE ALL ON DATABASE {_database.Name} FROM PUBLIC; "
            + $"GRANT CONNECT, CREATE ON DATABASE {_database.Name} TO {Role}; "
            + $"REVOKE ALL ON SCHEMA public FROM PUBLIC; GRANT USAGE, CREATE ON SCHEMA public TO {Role}");
    }

    public override PlaceKind Kind => PlaceKind.PostgreSql;

    public override string Schema => "public";

    private string ConnectionString => Server.Cluster.ConnectionString(_database.Name, Role, Password);

    // Sessions that stay for the next test.
    private string Beside => $"{ConnectionString};Application Name={EmptyDatabase.Application}";

    public override Connection Connection(string name) => new()
    {
        Name = name,
        Platform = Metadata.Model.Platform.PostgreSql,
        ConnectionString = ConnectionString,
        RecordSource = "PG",
    };

    /// <summary>The setting of a database is for its owner to change.</summary>
    public override IDurability OpenDurability()
    {
        _database.Run($"ALTER DATABASE {_database.Name} OWNER TO {Role}");
        return Platform.OpenDurability(Address, Use(default), ofDatabase: true);
    }

    public override IReadOnlyList<string> KeptOtherwise =>
    [
        "tinyint", "money", "smallmoney", "char(3)", "varchar(5)", "varchar(max)", "binary(3)", "varbinary(8)",
        "time(7)", "datetime", "smalldatetime", "datetime2(7)", "datetimeoffset(7)",
    ];

    public override bool KeepsBeyondTypes => true;

    public override bool IsCoarse => true;

    // More do not fit on a page, as the limits have it.
    public override int SharedColumnsMax => 700;

    public override void Run(string sql) => Run(Beside, sql);

    public override IReadOnlyList<string> LeaveOut(TableName table, string column, int number) =>
    [
        $"CREATE FUNCTION {table.Name}_no() RETURNS trigger LANGUAGE plpgsql AS "
            + $"$$ BEGIN IF new.{Platform.Dialect.Quote(column)} = {number} THEN RETURN NULL; END IF; "
            + "RETURN new; END $$",
        $"CREATE TRIGGER {table.Name}_no BEFORE INSERT ON {Platform.Dialect.Quote(table)} FOR EACH ROW "
            + $"EXECUTE FUNCTION {table.Name}_no()",
    ];

    public override IReadOnlyList<object?[]> Stored(TableName table, IReadOnlyList<string> columns)
    {
        using var connection = new NpgsqlConnection(Beside);
        connection.Open();

        // As text: the client has no .NET type for every value of the server's.
        using var command = new NpgsqlCommand(
            "SET timezone = 'UTC'; SET extra_float_digits = 3; " + Select(table, columns), connection)
        {
            AllResultTypesAreUnknown = true,
        };
        using var reader = command.ExecuteReader();
        return All(reader);
    }

    /// <summary>Takes back what the role may do.</summary>
    public override void Dispose()
    {
        _database.Run(
            $"ALTER DATABASE {_database.Name} OWNER TO {Cluster.User}; "
            + $"REVOKE ALL ON DATABASE {_database.Name} FROM {Role}; "
            + $"GRANT CONNECT, TEMPORARY ON DATABASE {_database.Name} TO PUBLIC");
        _database.Dispose();
    }

    protected override string WithoutCase(string column) => $"lower({Platform.Dialect.Quote(column)})";

    private static void Run(string connectionString, string sql)
    {
        using var connection = new NpgsqlConnection(connectionString);
        connection.Open();
        using var command = new NpgsqlCommand(sql, connection);
        command.ExecuteNonQuery();
    }
}
