using System.Globalization;
using Npgsql;

namespace Orchestrator.Cli.Tests.Hostile;

/// <summary>
/// Values that come from data as names, parameters and files: a canary table and a canary file stand after each,
/// whatever the value holds.
/// </summary>
[TestFixture("Sqlite")]
[TestFixture("PostgreSql")]
[TestFixture("MariaDb")]
internal sealed class InjectedValuesTests(string platform)
{
    private const string Variable = "ORCHESTRATOR_TEST_INJECTED";
    private const string Tables = "create table canary (n int); insert into canary values (1); "
        + "create table given (v longtext); create table kept (v longtext)";

    private static int _count;

    private TemporaryFolder _folder = null!;
    private EmptyMariaDb? _maria;
    private string _database = "";

    private static IEnumerable<string> Odd => [.. HostileTexts.Names, HostileTexts.Long];

    [SetUp]
    public void Make()
    {
        _folder = new TemporaryFolder();
        _folder.Write("out/canary.csv", "canary\n");
        _folder.Write("canary.csv", "canary\n");
        var tables = platform == "MariaDb" ? Tables : Tables.Replace("longtext", "text", StringComparison.Ordinal);
        switch (platform)
        {
            case "PostgreSql":
                _database = $"injected_{Interlocked.Increment(ref _count)}";
                Postgres(Server.Cluster.ConnectionString(), $"CREATE DATABASE {_database}");
                _database = Server.Cluster.ConnectionString(_database);
                Postgres(_database, tables);
                break;
            case "MariaDb":
                _maria = EmptyMariaDb.Take();
                _maria.Run(tables);
                _database = _maria.ConnectionString;
                break;
            default:
                DataFile.Make(_folder.Path, "lite.db", tables);
                break;
        }
    }

    [TearDown]
    public void Remove()
    {
        _maria?.Dispose();
        _folder.Dispose();
    }

    [Test]
    public void A_value_is_a_parameter_and_one_name_or_none()
    {
        foreach (var value in Odd)
        {
            Give(value);
            var isName = value.Length < 1_000;
            if (isName)
            {
                // The user of the tests is called as the schema of the engine, in which its tables would stand else.
                var schema = platform == "PostgreSql" ? "public." : "";
                Execute($"create table {schema}\"{value.Replace("\"", "\"\"", StringComparison.Ordinal)}\" (n int)");
            }

            var run = Run("get", "keep", "fill", "copied");

            var told = $"{value}: {run.Out}{run.Error}";
            Assert.That(Ask("select count(*) from canary"), Is.EqualTo("1"), told);
            Assert.That(Ask($"select count(*) from kept where v = {Literal(value)}"), Is.EqualTo("1"), told);
            Assert.That(run.ExitCode, Is.EqualTo(isName ? 0 : 1), told);
            Assert.That(told.Contains("ORC3627", StringComparison.Ordinal), Is.EqualTo(!isName), told);
            Assert.That(Ask("select count(*) from copied"), Is.EqualTo("1"), told);
        }
    }

    [Test]
    public void A_value_is_a_piece_of_one_file_or_none()
    {
        foreach (var value in Odd)
        {
            Give(value);
            var before = Files();

            var run = Run("get", "written");

            var (told, made) = ($"{value}: {run.Out}{run.Error}", Files().Except(before).ToArray());
            Assert.That(File.ReadAllText(Path.Combine(_folder.Path, "canary.csv")), Is.EqualTo("canary\n"), told);
            var canary = Path.Combine(_folder.Path, "out", "canary.csv");
            Assert.That(File.ReadAllText(canary), Is.EqualTo("canary\n"), told);
            Assert.That(Ask("select count(*) from canary"), Is.EqualTo("1"), told);
            Assert.That(told.Contains("ORC3628", StringComparison.Ordinal), Is.EqualTo(run.ExitCode != 0), told);
            Assert.That(made, Is.EqualTo(
                run.ExitCode == 0 ? [$"out/o_{value}.csv"] : Array.Empty<string>()), told);
        }
    }

    [Test]
    public void A_value_that_is_NULL_or_empty_is_no_name_and_no_file()
    {
        Give(null);
        var nothing = Run("get", "keep", "fill");
        Give("");
        var empty = Run("get", "written");

        Assert.That(nothing.Out + nothing.Error, Does.Contain("ORC3627").And.Contain("it is NULL"));
        Assert.That(empty.Out + empty.Error, Does.Contain("ORC3628").And.Contain("is empty"));
        Assert.That(Ask("select count(*) from kept where v is null"), Is.EqualTo("1"));
        Assert.That(Ask("select count(*) from canary"), Is.EqualTo("1"));
    }

    [Test]
    public void NULL_is_asked_for_without_a_type()
    {
        Give(null);

        var run = Run("get", "asked");

        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        Assert.That(Ask("select v from kept"), Is.EqualTo("none"));
    }

    private Called Run(params string[] objects)
    {
        var place = platform == "Sqlite" ? "file: lite.db" : $"connectionString: \"${{env:{Variable}}}\"";
        _folder.Write("solution.yaml", $$"""
            formatVersion: 1
            solution: Odd
            connections:
              - {connection: Db, platform: {{platform}}, {{place}}}
              - {connection: Out, platform: Files, folder: out}
            variables:
              - {variable: Odd, dataType: nvarchar(4000), scope: run}
            batches: [{batch: Nightly, projects: [P, F]}]
            projects:
              - project: P
                source: Db
                target: Db
                objects:
                  - {object: get, kind: sql, sql: select v as Word from given, sets: {Odd: Word} }
                  - {object: keep, kind: sql, sql: insert into kept (v) values (@Odd)}
                  - object: asked
                    kind: sql
                    sql: insert into kept (v) select case when @Odd is null then 'none' else 'some' end
                  - object: fill
                    kind: sql
                    dependsOn: [keep]
                    sql: "insert into ${name:Odd} (n) values (0); update ${name:Odd} set n = 1"
                  - {object: copied, source: {name: "${name:Odd}"}, dependsOn: [fill]}
              - project: F
                source: Db
                target: Out
                objects:
                  - {object: written, source: {name: canary}, target: {file: "o_${var:Odd}.csv"} }
            """);
        string[] call = ["run", .. objects.SelectMany(name => new[] { "-s", name })];
        return Called.With(_folder.Path, new() { [Variable] = _database }, false, call);
    }

    private string[] Files() =>
    [
        .. Directory.EnumerateFiles(_folder.Path, "*", SearchOption.AllDirectories)
            .Select(file => Path.GetRelativePath(_folder.Path, file))
            .Where(file => !file.StartsWith(".orchestrator", StringComparison.Ordinal) && file != "solution.yaml"),
    ];

    private void Give(string? value) =>
        Execute($"delete from given; insert into given values ({(value is null ? "NULL" : Literal(value))})");

    private string Literal(string value)
    {
        var text = platform == "MariaDb" ? value.Replace("\\", "\\\\", StringComparison.Ordinal) : value;
        return $"'{text.Replace("'", "''", StringComparison.Ordinal)}'";
    }

    private void Execute(string sql)
    {
        if (platform == "PostgreSql")
        {
            Postgres(_database, sql);
        }
        else if (_maria is not null)
        {
            _maria.Run(sql);
        }
        else
        {
            DataFile.Execute(_folder.Path, "lite.db", sql);
        }
    }

    private string? Ask(string sql)
    {
        if (platform != "PostgreSql")
        {
            return _maria is null ? DataFile.Rows(_folder.Path, "lite.db", sql).FirstOrDefault() : _maria.Ask(sql);
        }

        using var connection = new NpgsqlConnection(_database + ";Pooling=false");
        connection.Open();
        using var command = new NpgsqlCommand(sql, connection);
        return Convert.ToString(command.ExecuteScalar(), CultureInfo.InvariantCulture);
    }

    private static void Postgres(string database, string sql)
    {
        using var connection = new NpgsqlConnection(database + ";Pooling=false");
        connection.Open();
        using var command = new NpgsqlCommand(sql, connection);
        command.ExecuteNonQuery();
    }
}
