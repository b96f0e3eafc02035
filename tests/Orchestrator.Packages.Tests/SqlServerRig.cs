using Microsoft.Data.SqlClient;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests;

/// <summary>
/// A rig whose connection `Ms` leads to a live SQL Server, with a schema of its own there; without
/// ORCHESTRATOR_TEST_SQLSERVER the test is skipped.
/// </summary>
internal sealed class SqlServerRig : IDisposable
{
    private const string Variable = "ORCHESTRATOR_TEST_SQLSERVER";
    private static int _count;

    private readonly string _connectionString;

    private SqlServerRig(string connectionString)
    {
        _connectionString = connectionString;
        Execute($"CREATE SCHEMA {Schema}");
        Rig.Servers.Add(new Connection
        {
            Name = "Ms",
            Platform = Platform.SqlServer,
            ConnectionString = connectionString,
            RecordSource = "MS",
        });
    }

    public Rig Rig { get; } = new();

    public string Schema { get; } = $"rig_{Environment.ProcessId}_{Interlocked.Increment(ref _count)}";

    public static SqlServerRig Start()
    {
        if (Environment.GetEnvironmentVariable(Variable) is not { Length: > 0 } connectionString)
        {
            Assert.Ignore($"needs a SQL Server: set {Variable} to a connection string");
            throw new InvalidOperationException();
        }

        return new SqlServerRig(connectionString);
    }

    /// <summary>The rows of a query, values joined by '|', NULL as ∅.</summary>
    public string[] Query(string sql) => With(sql, command =>
    {
        using var reader = command.ExecuteReader();
        var rows = new List<string>();
        while (reader.Read())
        {
            rows.Add(string.Join('|', Enumerable.Range(0, reader.FieldCount).Select(i => Text(reader.GetValue(i)))));
        }

        return rows.ToArray();
    });

    public void Execute(string sql) => With(sql, command => command.ExecuteNonQuery());

    public void Dispose()
    {
        foreach (var table in Query($"SELECT name FROM sys.tables WHERE SCHEMA_NAME(schema_id) = '{Schema}'"))
        {
            Execute($"DROP TABLE {Schema}.[{table}]");
        }

        Execute($"DROP SCHEMA {Schema}");
        Rig.Dispose();
    }

    private static string Text(object value) => value switch
    {
        DBNull => "∅",
        DateTime time => $"{time:yyyy-MM-dd HH:mm:ss.FFFFFFF}",
        byte[] bytes => Convert.ToHexString(bytes),
        bool flag => flag ? "1" : "0",
        _ => $"{value}",
    };

    private T With<T>(string sql, Func<SqlCommand, T> work)
    {
        using var connection = new SqlConnection(_connectionString);
        connection.Open();
        using var command = new SqlCommand(sql, connection);
        return work(command);
    }
}
