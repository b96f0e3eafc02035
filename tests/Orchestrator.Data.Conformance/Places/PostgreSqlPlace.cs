using Npgsql;
using Orchestrator.Data.Durability;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Data.Conformance.Places;

/// <summary>
/// A database of its own, used by a role that may connect, make schemas, and make tables in `public`: nothing else.
/// </summary>
internal sealed class PostgreSqlPlace : Place
{
    private const string Role = "loader";
    private static readonly string Password = Guid.NewGuid().ToString("N");
    private static readonly Lazy<bool> RoleIsThere = new(() =>
    {
        Admin("postgres", $"CREATE ROLE {Role} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD '{Password}'");
        return true;
    });

    private static int count;

    private readonly string database = $"place_{Interlocked.Increment(ref count)}";

    public PostgreSqlPlace()
    {
        _ = RoleIsThere.Value;
        Admin("postgres", $"CREATE DATABASE {database}");
        Admin("postgres", $"REVOKE ALL ON DATABASE {database} FROM PUBLIC");
        Admin("postgres", $"GRANT CONNECT, CREATE ON DATABASE {database} TO {Role}");
        Admin(database, $"REVOKE ALL ON SCHEMA public FROM PUBLIC; GRANT USAGE, CREATE ON SCHEMA public TO {Role}");
    }

    public override PlaceKind Kind => PlaceKind.PostgreSql;

    public override string Schema => "public";

    private string ConnectionString => Server.Cluster.ConnectionString(database, Role, Password);

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
        Admin("postgres", $"ALTER DATABASE {database} OWNER TO {Role}");
        return Platform.OpenDurability(Address, Use(default), ofDatabase: true);
    }

    public override void Run(string sql) => Run(ConnectionString, sql);

    public override IReadOnlyList<object?[]> Stored(TableName table, IReadOnlyList<string> columns)
    {
        using var connection = new NpgsqlConnection(ConnectionString);
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

    public override void Dispose() => Admin("postgres", $"DROP DATABASE {database} WITH (FORCE)");

    private static void Admin(string database, string sql) => Run(Server.Cluster.ConnectionString(database), sql);

    private static void Run(string connectionString, string sql)
    {
        using var connection = new NpgsqlConnection(connectionString);
        connection.Open();
        using var command = new NpgsqlCommand(sql, connection);
        command.ExecuteNonQuery();
    }
}
