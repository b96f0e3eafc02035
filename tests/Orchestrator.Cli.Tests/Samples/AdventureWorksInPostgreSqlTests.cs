using Npgsql;

namespace Orchestrator.Cli.Tests.Samples;

/// <summary>Each stage is a database of a PostgreSQL server of the tests' own.</summary>
[TestFixture]
internal sealed class AdventureWorksInPostgreSqlTests : AdventureWorksTests
{
    private const string Password = "STAGES_PASSWORD";

    protected override void Prepare(Samples copy, Dictionary<string, string> environment)
    {
        var cluster = Server.Cluster;
        environment["ORCHESTRATOR_SECRET_" + Password] = cluster.Password;
        foreach (var stage in new[] { "RawSource", "Source", "Staging" })
        {
            Read("postgres", $"CREATE DATABASE {stage.ToLowerInvariant()}");
            var place = cluster.ConnectionString(stage.ToLowerInvariant(), password: $"${{secret:{Password}}}");
            File.WriteAllText(
                Path.Combine(copy.Folder, "connections", stage + ".yaml"),
                $"connection: {stage}\nplatform: PostgreSql\nrecordSource: AW\nconnectionString: \"{place}\"\n");
        }
    }

    protected override IEnumerable<object[]> Stored(string stage, ExtractTable table)
    {
        var columns = string.Join(", ", table.Columns.Select(column => $"\"{column.Name}\""));
        return Read(stage.ToLowerInvariant(), $"SELECT {columns} FROM \"{table.Schema}\".\"{table.Name}\"");
    }

    private static List<object[]> Read(string database, string sql)
    {
        using var connection = new NpgsqlConnection(Server.Cluster.ConnectionString(database) + ";Pooling=false");
        connection.Open();
        using var command = new NpgsqlCommand(sql, connection);
        using var reader = command.ExecuteReader();
        var rows = new List<object[]>();
        while (reader.Read())
        {
            var values = new object[reader.FieldCount];
            reader.GetValues(values);
            rows.Add(values);
        }

        return rows;
    }
}
