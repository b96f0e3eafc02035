using System.Data.Common;
using Npgsql;

namespace Orchestrator.Cli.Tests.Constructs;

/// <summary>Each database is one of a PostgreSQL server of the tests' own, emptied before each construct.</summary>
[TestFixture]
internal sealed class ConstructsInPostgreSqlTests : ConstructTests
{
    private const string Emptied = """
        DROP SCHEMA IF EXISTS orchestrator CASCADE; DROP SCHEMA IF EXISTS public CASCADE; CREATE SCHEMA public
        """;

    protected override string Platform => "PostgreSql";

    protected override Dictionary<string, string> Variables =>
        ConstructNight.Databases.ToDictionary(VariableOf, ConnectionTo);

    [OneTimeSetUp]
    public void Make()
    {
        foreach (var connection in ConstructNight.Databases)
        {
            Execute(Server.Cluster.ConnectionString(), $"CREATE DATABASE {NameOf(connection)}");
        }
    }

    [SetUp]
    public void Empty()
    {
        foreach (var connection in ConstructNight.Databases)
        {
            Execute(ConnectionTo(connection), Emptied);
        }
    }

    protected override string Place(string connection) =>
        $"platform: PostgreSql\nconnectionString: \"${{env:{VariableOf(connection)}}}\"";

    protected override DbConnection Session(ConstructNight night, string connection) =>
        new NpgsqlConnection(ConnectionTo(connection) + ";Pooling=false");

    private static string NameOf(string connection) => $"construct_{connection.ToLowerInvariant()}";

    private static string VariableOf(string connection) => $"CONSTRUCT_{connection.ToUpperInvariant()}";

    private static string ConnectionTo(string connection) => Server.Cluster.ConnectionString(NameOf(connection));

    private static void Execute(string database, string sql)
    {
        using var session = new NpgsqlConnection(database + ";Pooling=false");
        session.Open();
        using var command = new NpgsqlCommand(sql, session);
        command.ExecuteNonQuery();
    }
}
