using Microsoft.Data.SqlClient;

namespace Orchestrator.Data.Tests.SqlServer;

/// <summary>
/// A live server, where ORCHESTRATOR_TEST_SQLSERVER holds a connection string; else the test is skipped.
/// </summary>
internal sealed class Live : IDisposable
{
    private const string Variable = "ORCHESTRATOR_TEST_SQLSERVER";
    private static int _count;

    private Live(string connectionString)
    {
        ConnectionString = connectionString;
        Schema = $"live_{Environment.ProcessId}_{Interlocked.Increment(ref _count)}";
        Run($"CREATE SCHEMA {Schema}");
    }

    public string ConnectionString { get; }

    /// <summary>A schema of its own.</summary>
    public string Schema { get; }

    public static Live Start()
    {
        if (Environment.GetEnvironmentVariable(Variable) is not { Length: > 0 } connectionString)
        {
            Assert.Ignore($"needs a SQL Server: set {Variable} to a connection string");
            throw new InvalidOperationException();
        }

        return new Live(connectionString);
    }

    public void Run(string sql)
    {
        using var connection = Connect();
        using var command = new SqlCommand(sql, connection);
        command.ExecuteNonQuery();
    }

    public object? Ask(string sql)
    {
        using var connection = Connect();
        using var command = new SqlCommand(sql, connection);
        return command.ExecuteScalar();
    }

    public void Dispose()
    {
        var tables = new List<string>();
        using (var connection = Connect())
        using (var command = new SqlCommand(
            $"SELECT s.name, o.name FROM sys.objects AS o JOIN sys.schemas AS s ON s.schema_id = o.schema_id "
            + $"WHERE o.type = 'U' AND (s.name = '{Schema}' OR (s.name = 'orchestrator' AND o.name LIKE 'load[_]%'))",
            connection))
        using (var reader = command.ExecuteReader())
        {
            while (reader.Read())
            {
                tables.Add($"[{reader.GetString(0)}].[{reader.GetString(1)}]");
            }
        }

        foreach (var table in tables)
        {
            Run($"DROP TABLE {table}");
        }

        Run($"DROP SCHEMA {Schema}");
    }

    private SqlConnection Connect()
    {
        var connection = new SqlConnection(ConnectionString + ";Pooling=false");
        connection.Open();
        return connection;
    }
}
