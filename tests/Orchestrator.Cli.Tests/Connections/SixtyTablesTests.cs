using System.Text;
using Npgsql;

namespace Orchestrator.Cli.Tests.Connections;

/// <summary>A PostgreSQL database of sixty tables in three schemas, with foreign keys, up to a green run.</summary>
internal sealed class SixtyTablesTests
{
    private const int Tables = 60;
    private const int Rows = 20;
    private const string Variable = "ORCHESTRATOR_TEST_SIXTY_TABLES";

    private static readonly string[] Schemas = ["public", "sales", "stock room"];

    [Test]
    [Category("Approved")]
    public void Sixty_tables_go_from_init_to_a_green_run_without_editing_and_again_without_a_difference()
    {
        using var folder = new TemporaryFolder();
        Environment.SetEnvironmentVariable(Variable, MakeDatabase());
        var variables = new Dictionary<string, string> { [Variable] = Environment.GetEnvironmentVariable(Variable)! };
        string[][] commands =
        [
            ["init", "shop", "--from", $"${{env:{Variable}}}"],
            ["validate", "-C", "shop"],
            ["plan", "-C", "shop"],
            ["run", "-C", "shop"],
            ["import", "database", "Source", "-C", "shop"],
        ];

        var called = commands.Select(command => Called.With(folder.Path, variables, false, command)).ToArray();

        Assert.That(
            called.Select(each => each.ExitCode), Has.All.Zero, string.Concat(called.Select(each => each.Error)));
        Assert.That(called[3].Out, Does.Contain($"{Tables} ok, 0 failed"));
        Assert.That(called[3].Out, Does.Contain($"{Tables * Rows:#,0} read"));
        Assert.That(called[4].Out, Does.Contain("wrote 0 files").And.Contain($"{2 * Tables} files say"));
        Assert.That(called[0].Out, Does.Contain("circle: stock room.t59 does not wait for stock room.t29"));
        var written = Directory.EnumerateFiles(
            Path.Combine(folder.Path, "shop"), "*.yaml", SearchOption.AllDirectories);
        Assert.That(string.Concat(written.Select(File.ReadAllText)), Does.Not.Contain(Server.Cluster.Password));
        var last = File.ReadAllText(Path.Combine(folder.Path, "shop/projects/Source/objects/stock_room_t59.yaml"));
        Approved.Check("init-from-postgresql", last);
    }

    /// <summary>Each table points to one before it; the first one to the last, so that there is a circle.</summary>
    private static string MakeDatabase()
    {
        var sql = new StringBuilder("CREATE SCHEMA sales; CREATE SCHEMA \"stock room\";");
        for (var i = 0; i < Tables; i++)
        {
            var parent = i == 0 ? "" : $"REFERENCES {Name(i / 2)}";
            sql.Append($"""
                CREATE TABLE {Name(i)} (
                  id integer PRIMARY KEY, parent integer {parent}, name varchar(40) NOT NULL, note text,
                  price numeric(12,2), rate numeric, weight double precision, active boolean NOT NULL, born date,
                  seen timestamptz, made timestamp(3), code uuid, picture bytea, tags text[], extra jsonb);
                INSERT INTO {Name(i)} SELECT n, {(i == 0 ? "NULL" : "n")}, 'name ' || n, NULL, n * 1.25, n / 3.0,
                  n / 7.0, n % 2 = 0, date '2020-01-01' + n, timestamptz '2020-01-01 12:00Z' + n * interval '1 hour',
                  timestamp '2020-01-01' + n * interval '1 ms', md5(n::text)::uuid, decode(md5(n::text), 'hex'),
                  ARRAY['a', n::text], jsonb_build_object('n', n) FROM generate_series(1, {Rows}) AS n;
                """);
        }

        sql.Append($"ALTER TABLE {Name(0)} ADD FOREIGN KEY (parent) REFERENCES {Name(Tables - 1)};");
        Execute(Server.Cluster.ConnectionString(), "CREATE DATABASE sixty_tables");
        var database = Server.Cluster.ConnectionString("sixty_tables");
        Execute(database, sql.ToString());
        return database;
    }

    private static string Name(int number) => $"\"{Schemas[number % Schemas.Length]}\".t{number:00}";

    private static void Execute(string database, string sql)
    {
        using var connection = new NpgsqlConnection(database + ";Pooling=false");
        connection.Open();
        using var command = new NpgsqlCommand(sql, connection);
        command.ExecuteNonQuery();
    }
}
