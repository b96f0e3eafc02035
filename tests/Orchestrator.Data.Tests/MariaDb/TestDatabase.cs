using MySqlConnector;
using Orchestrator.Core.Types;
using Orchestrator.Data.Evidence;
using Orchestrator.Data.MariaDb;

namespace Orchestrator.Data.Tests.MariaDb;

/// <summary>A database of its own on the server of this assembly.</summary>
internal sealed class TestDatabase : IDisposable
{
    // Scripts make what tests need; variables and texts of any mode are theirs to use.
    private const string Script = ";Pooling=false;Allow User Variables=true";

    private static int _count;

    private readonly string _name = $"test_{Interlocked.Increment(ref _count)}";

    public TestDatabase() => Admin($"CREATE DATABASE {_name}");

    public static MariaDbPlatform Platform { get; } = new();

    public string ConnectionString => MariaDbCluster.Server.Cluster.ConnectionString(_name);

    public static SqlType Type(string text) =>
        SqlType.TryParse(text, out var type, out var problem) ? type : throw new ArgumentException(problem);

    public IDatabase Open(
        bool isTarget = true, ReadIsolation isolation = default, long rowBytesMax = int.MaxValue,
        string? connectionString = null, Action<string?>? heldUp = null, AttemptMeter? meter = null,
        CancellationToken cancellation = default) =>
        Platform.Open(
            new DatabaseAddress
            {
                Connection = "Dwh",
                ConnectionString = connectionString ?? ConnectionString,
                Isolation = isolation,
                RowBytesMax = rowBytesMax,
            },
            new DatabaseUse
            {
                IsTarget = isTarget,
                Time = TimeProvider.System,
                HeldUp = heldUp,
                Meter = meter,
                Cancellation = cancellation,
                Application = "orchestrator 7 Stage/customer",
            });

    /// <summary>Runs a script through a plain connection.</summary>
    public void Run(string sql)
    {
        using var connection = new MySqlConnection(ConnectionString + Script);
        connection.Open();
        foreach (var statement in Platform.Dialect.Split(sql))
        {
            using var command = MariaDbCommands.Make(connection, statement.Text, []);
            command.ExecuteNonQuery();
        }
    }

    /// <summary>The first value, as the server writes it; null = NULL.</summary>
    public string? Ask(string sql)
    {
        using var connection = new MySqlConnection(ConnectionString + Script);
        connection.Open();
        using var command = MariaDbCommands.Make(connection, $"SELECT CAST(({sql}) AS CHAR)", []);
        return command.ExecuteScalar() as string;
    }

    public void Dispose() => Admin($"DROP DATABASE {_name}");

    // In a database that none of the tests looks at.
    private static void Admin(string sql)
    {
        using var connection = new MySqlConnection(MariaDbCluster.Server.Cluster.ConnectionString() + Script);
        connection.Open();
        using var command = MariaDbCommands.Make(connection, sql, []);
        command.ExecuteNonQuery();
    }
}
