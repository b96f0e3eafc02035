using MySqlConnector;
using Orchestrator.Data.MariaDb;

namespace Orchestrator.Data.Tests.MariaDb;

/// <summary>A database of its own on the server of this assembly.</summary>
internal sealed class TestDatabase : DatabaseOnServer
{
    // Scripts make what tests need; variables and texts of any mode are theirs to use.
    private const string Script = ";Pooling=false;Allow User Variables=true";

    public TestDatabase()
        : base(Platform) => Admin($"CREATE DATABASE {Name}");

    public static MariaDbPlatform Platform { get; } = new();

    public override string ConnectionString => MariaDbCluster.Server.Cluster.ConnectionString(Name);

    public override void Run(string sql)
    {
        using var connection = new MySqlConnection(ConnectionString + Script);
        connection.Open();
        foreach (var statement in Platform.Dialect.Split(sql))
        {
            using var command = MariaDbCommands.Make(connection, statement.Text, []);
            command.ExecuteNonQuery();
        }
    }

    public override string? Ask(string sql)
    {
        using var connection = new MySqlConnection(ConnectionString + Script);
        connection.Open();
        using var command = MariaDbCommands.Make(connection, $"SELECT CAST(({sql}) AS CHAR)", []);
        return command.ExecuteScalar() as string;
    }

    public override void Dispose() => Admin($"DROP DATABASE {Name}");

    // In a database that none of the tests looks at.
    private static void Admin(string sql)
    {
        using var connection = new MySqlConnection(MariaDbCluster.Server.Cluster.ConnectionString() + Script);
        connection.Open();
        using var command = MariaDbCommands.Make(connection, sql, []);
        command.ExecuteNonQuery();
    }
}
