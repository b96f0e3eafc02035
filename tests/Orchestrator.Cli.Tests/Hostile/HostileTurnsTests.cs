using Npgsql;

namespace Orchestrator.Cli.Tests.Hostile;

/// <summary>
/// Rows of a loop that come from data, whatever they hold: one night has a turn for each, and a canary table and a
/// canary file stand behind it.
/// </summary>
[TestFixture("Sqlite")]
[TestFixture("PostgreSql")]
[TestFixture("MariaDb")]
internal sealed class HostileTurnsTests(string platform)
{
    private const string Variable = "ORCHESTRATOR_TEST_HOSTILE_TURNS";
    private const string Tables = "create table canary (n int); insert into canary values (1); "
        + "create table given (n int, v longtext); create table kept (v longtext)";

    private static int _count;

    private TemporaryFolder _folder = null!;
    private EmptyMariaDb? _maria;
    private string _database = "";

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
                var name = $"hostile_turns_{Interlocked.Increment(ref _count)}";
                Postgres(Server.Cluster.ConnectionString(), $"CREATE DATABASE {name}");
                _database = Server.Cluster.ConnectionString(name);
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

        // The user of the tests is called as the schema of the engine, in which its tables would stand else.
        var schema = platform == "PostgreSql" ? "public." : "";
        foreach (var (place, value) in HostileTexts.All.Index())
        {
            Execute($"insert into given values ({place}, {Literal(value)})");
            Execute($"create table {schema}\"{value.Replace("\"", "\"\"", StringComparison.Ordinal)}\" (n int)");
        }
    }

    [TearDown]
    public void Remove()
    {
        _maria?.Dispose();
        _folder.Dispose();
    }

    [Test]
    public void Each_is_a_parameter_one_name_and_one_key()
    {
        Solution("""
            - {object: keep, kind: sql, container: Per, sql: insert into kept (v) values (@Word)}
            - object: fill
              kind: sql
              container: Per
              dependsOn: [keep]
              sql: "insert into ${name:Word} (n) values (7); update ${name:Word} set n = n + 1"
            - object: counted
              container: Per
              dependsOn: [fill]
              source: {query: "select n from ${name:Word} where '@Word' <> @Word and n = 8"}
              columns: [{column: n, dataType: int}]
              load: {pattern: Append}
            """);

        var run = Call("run");

        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        AssertCanaries();
        foreach (var value in HostileTexts.All)
        {
            // As bytes: some collations take one quote for another.
            var isIt = platform == "MariaDb" ? $"binary v = binary {Literal(value)}" : $"v = {Literal(value)}";
            Assert.That(Ask($"select count(*) from kept where {isIt}"), Is.EqualTo("1"), value);
        }

        Assert.That(Ask("select count(*) from kept"), Is.EqualTo($"{HostileTexts.All.Count}"));
        Assert.That(Ask("select count(*) from counted where n = 8"), Is.EqualTo($"{HostileTexts.All.Count}"));
        var turns = Call("status", "latest", "--turns");
        AssertHarmless(run, turns, Call("status", "latest"), Call("logs"), Call("status", "latest", "-o", "json"));
        AssertReport();
        var packages = LedgerTables.Rows(
            _folder.Path, "select name from nodes where kind = 'Package' and name like 'P/keep[%' order by name");
        Assert.That(packages, Has.Count.EqualTo(HostileTexts.All.Count).And.Unique);
        // What needs quotes in a shell, or is another thing in a page, is nowhere in a key.
        Assert.That(packages.Where(name => !name["P/keep[".Length..^1].All(IsOfKey)), Is.Empty);
        foreach (var package in packages)
        {
            Assert.That(turns.Out, Does.Contain(package.Replace("P/keep", "P/Per", StringComparison.Ordinal)));
        }

        var one = packages.First(name => name.Contains("script", StringComparison.Ordinal));
        Assert.That(Call("history", one).ExitCode, Is.Zero);
    }

    [Test]
    public void Each_is_a_piece_of_one_file_or_none()
    {
        Solution("- {object: keep, kind: sql, container: Per, sql: insert into kept (v) values (@Word)}", """
              - project: F
                source: Db
                target: Out
                containers:
                  - {container: Each, forEach: {rows: Words} }
                  - {container: Own, forEach: {rows: Words} }
                objects:
                  - object: written
                    container: Each
                    source: {name: canary}
                    target: {file: "o_${var:Word}.csv"}
                  - object: removed
                    kind: file
                    container: Own
                    file: {connection: Out, delete: "${var:Word}", onNone: skip}
            """);

        var run = Call("run");

        AssertCanaries();
        AssertHarmless(run);
        Assert.That(run.ExitCode, Is.EqualTo(1), run.Out + run.Error);
        Assert.That(run.Out + run.Error, Does.Contain("ORC3524"));
        Assert.That(Files(), Is.EquivalentTo(
            HostileTexts.All.Where(IsPiece).Select(value => $"out/o_{value}.csv")
                .Concat(["canary.csv", "out/canary.csv"])));
    }

    private static bool IsOfKey(char one) =>
        char.IsAsciiLetterOrDigit(one) || one is '_' or '.' or '-' or '%' or '~' or '#';

    // By a rule of the tests' own: what Windows, Linux and macOS keep, and no path and no pattern.
    private static bool IsPiece(string value) => !value.Any(char.IsControl)
        && !value.Any(one => "<>:\"|?*\\/".Contains(one, StringComparison.Ordinal))
        && !value.Contains("..", StringComparison.Ordinal)
        && !value.Contains("${", StringComparison.Ordinal);

    private void Solution(string objects, string projects = "")
    {
        var place = platform == "Sqlite" ? "file: lite.db" : $"connectionString: \"${{env:{Variable}}}\"";
        var more = string.Concat(objects.Split('\n').Where(line => line.Length > 0).Select(line => $"      {line}\n"));
        _folder.Write("solution.yaml", $$"""
            formatVersion: 1
            solution: Turns
            connections:
              - {connection: Db, platform: {{platform}}, {{place}}}
              - {connection: Out, platform: Files, folder: out}
            variables:
              - {variable: Words, scope: run, rows: {Word: nvarchar(4000)} }
            batches: [{batch: Nightly, projects: [P{{(projects.Length > 0 ? ", F" : "")}}]}]
            projects:
              - project: P
                source: Db
                target: Db
                containers:
                  - {container: First, level: 10}
                  - {container: Per, level: 20, forEach: {rows: Words, turns: Linear} }
                objects:
                  - object: get
                    kind: sql
                    container: First
                    sql: select v as Word from given order by n
                    sets: {Words: rows}

            """ + more + projects);
    }

    private Called Call(params string[] arguments) =>
        Called.With(_folder.Path, new() { [Variable] = _database }, false, arguments);

    private void AssertCanaries()
    {
        Assert.That(Ask("select count(*) from canary where n = 1"), Is.EqualTo("1"));
        Assert.That(Ask("select count(*) from canary"), Is.EqualTo("1"));
        foreach (var file in new[] { "canary.csv", "out/canary.csv" })
        {
            Assert.That(File.ReadAllText(Path.Combine(_folder.Path, file)), Is.EqualTo("canary\n"), file);
        }
    }

    private static void AssertHarmless(params Called[] calls)
    {
        foreach (var text in calls.Select(called => called.Out + called.Error))
        {
            Assert.That(text.Where(one => one != '\n' && (char.IsControl(one) || one is '\u202E' or '\u2028')),
                Is.Empty, text);
        }
    }

    private void AssertReport()
    {
        var file = Path.Combine(_folder.Path, "report.html");
        var written = Call("report", "latest", "--file", file);
        Assert.That(written.ExitCode, Is.Zero, written.Error);
        var page = File.ReadAllText(file);
        File.Delete(file);
        Assert.That(page, Does.Not.Contain("<script>alert"));
        Assert.That(page.ToCharArray(), Has.None.AnyOf('\u001b', '\u202E'));
    }

    private string[] Files() =>
    [
        .. Directory.EnumerateFiles(_folder.Path, "*", SearchOption.AllDirectories)
            .Select(file => Path.GetRelativePath(_folder.Path, file))
            .Where(file => !file.StartsWith(".orchestrator", StringComparison.Ordinal) && file != "solution.yaml"),
    ];

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
        return Convert.ToString(command.ExecuteScalar(), System.Globalization.CultureInfo.InvariantCulture);
    }

    private static void Postgres(string database, string sql)
    {
        using var connection = new NpgsqlConnection(database + ";Pooling=false");
        connection.Open();
        using var command = new NpgsqlCommand(sql, connection);
        command.ExecuteNonQuery();
    }
}
