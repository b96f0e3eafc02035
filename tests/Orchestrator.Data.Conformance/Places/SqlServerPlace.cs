using Microsoft.Data.SqlClient;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Data.Conformance.Places;

/// <summary>A schema of its own on a live server.</summary>
internal sealed class SqlServerPlace : Place
{
    private const string Variable = "ORCHESTRATOR_TEST_SQLSERVER";
    private static int _count;

    private readonly string _connectionString;

    private SqlServerPlace(string connectionString)
    {
        _connectionString = connectionString;
        Schema = $"place_{Environment.ProcessId}_{Interlocked.Increment(ref _count)}";
        Run($"CREATE SCHEMA {Schema}");
    }

    public override PlaceKind Kind => PlaceKind.SqlServer;

    public override string Schema { get; }

    public static SqlServerPlace Start()
    {
        if (Environment.GetEnvironmentVariable(Variable) is not { Length: > 0 } connectionString)
        {
            Assert.Ignore($"needs a SQL Server: set {Variable} to a connection string");
            throw new InvalidOperationException();
        }

        return new SqlServerPlace(connectionString);
    }

    public override Connection Connection(string name) => new()
    {
        Name = name,
        Platform = Metadata.Model.Platform.SqlServer,
        ConnectionString = _connectionString,
        RecordSource = "MS",
    };

    public override string Default(TableName table, string column, string value) =>
        $"ALTER TABLE {Platform.Dialect.Quote(table)} ADD DEFAULT '{value}' FOR {Platform.Dialect.Quote(column)}";

    public override IReadOnlyList<string> LeaveOut(TableName table, string column, int number) =>
    [
        $"CREATE TRIGGER {table.Schema}.{table.Name}_no ON {Platform.Dialect.Quote(table)} INSTEAD OF INSERT AS "
            + $"INSERT INTO {Platform.Dialect.Quote(table)} SELECT * FROM inserted "
            + $"WHERE {Platform.Dialect.Quote(column)} <> {number}",
    ];

    public override void Run(string sql) => With(sql, command => command.ExecuteNonQuery());

    public override IReadOnlyList<object?[]> Stored(TableName table, IReadOnlyList<string> columns) =>
        With(Select(table, columns), command =>
        {
            using var reader = command.ExecuteReader();
            return All(reader);
        });

    public override void Dispose()
    {
        var tables = With(
            $"SELECT o.name FROM sys.objects AS o JOIN sys.schemas AS s ON s.schema_id = o.schema_id "
            + $"WHERE o.type = 'U' AND s.name = '{Schema}'",
            command =>
            {
                using var reader = command.ExecuteReader();
                return All(reader);
            });
        foreach (var table in tables)
        {
            Run($"DROP TABLE [{Schema}].[{table[0]}]");
        }

        Run($"DROP SCHEMA {Schema}");
    }

    private T With<T>(string sql, Func<SqlCommand, T> work)
    {
        using var connection = new SqlConnection(_connectionString + ";Pooling=false");
        connection.Open();
        using var command = new SqlCommand(sql, connection);
        return work(command);
    }
}
