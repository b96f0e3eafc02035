using Npgsql;
using Orchestrator.Data.PostgreSql;

namespace Orchestrator.Data.Tests.PostgreSql;

/// <summary>A database of its own on the server of this assembly.</summary>
internal sealed class TestDatabase : DatabaseOnServer
{
    public TestDatabase()
        : base(Platform) => Admin($"CREATE DATABASE {Name}");

    public static PostgreSqlPlatform Platform { get; } = new();

    public override string ConnectionString => Server.Cluster.ConnectionString(Name);

    public override void Run(string sql)
    {
        using var connection = new NpgsqlConnection(ConnectionString + ";Pooling=false");
        connection.Open();
        foreach (var statement in Platform.Dialect.Split(sql))
        {
            using var command = PostgreSqlCommands.Make(connection, statement.Text, []);
            command.ExecuteNonQuery();
        }
    }

    public override string? Ask(string sql)
    {
        using var connection = new NpgsqlConnection(ConnectionString + ";Pooling=false");
        connection.Open();
        using var command = new NpgsqlCommand(sql, connection) { AllResultTypesAreUnknown = true };
        return command.ExecuteScalar() as string;
    }

    public override void Dispose() => Admin($"DROP DATABASE {Name} WITH (FORCE)");

    // By one session for all tests, in a database that none of them looks at.
    private static void Admin(string sql)
    {
        using var connection = new NpgsqlConnection(Server.Cluster.ConnectionString());
        connection.Open();
        using var command = new NpgsqlCommand(sql, connection);
        command.ExecuteNonQuery();
    }
}
