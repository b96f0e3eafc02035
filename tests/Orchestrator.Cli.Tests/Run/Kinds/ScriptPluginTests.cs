using Npgsql;

namespace Orchestrator.Cli.Tests.Run.Kinds;

/// <summary>
/// Kind script through the command: a class between loads that reads values and sets some, and is not run twice where
/// nobody knows what it has done.
/// </summary>
[NonParallelizable]
internal sealed class ScriptPluginTests
{
    private const string Source = "ORCHESTRATOR_TEST_SCRIPT";
    private const string Secret = "pa55w0rd-of-the-script";
    private const string Tables = "create table line (id int, name varchar(20)); create table used (n int); "
        + "insert into line values (1, 'Ann')";
    private const string Again = "delete from line where id = 9; insert into line values (9, 'once')";

    // It ends a class that has begun, however busy the machine is.
    private const string BegunByThen = "packageTimeout: 3s";

    private static readonly string Built = Path.GetFullPath(Path.Combine(AppContext.BaseDirectory,
        "../../Orchestrator.TestPlugin", Path.GetFileName(AppContext.BaseDirectory.TrimEnd('/', '\\')),
        "Orchestrator.TestPlugin.dll"));

    private TemporaryFolder _folder = null!;
    private string _database = "";

    [SetUp]
    public void Make()
    {
        _folder = new TemporaryFolder();
        Directory.CreateDirectory(Path.Combine(_folder.Path, "plugins"));
        // Another file each time, as what has been loaded by a test before would not be loaded anew.
        File.WriteAllBytes(Path.Combine(_folder.Path, "plugins", Path.GetFileName(Built)),
            [.. File.ReadAllBytes(Built), .. Guid.NewGuid().ToByteArray()]);
    }

    [TearDown]
    public void Remove()
    {
        _folder.Dispose();
        if (_database.Length > 0)
        {
            Execute(Server.Cluster.ConnectionString(), "DROP DATABASE script_tasks WITH (FORCE)");
        }

        _database = "";
    }

    [TestCase("Sqlite")]
    [TestCase("PostgreSql")]
    public void It_is_given_what_the_run_found_out_and_sets_what_others_read(string platform)
    {
        Write(platform, "step: append, told: \"${var:Told}\"", "sets: {Count: count}");

        var run = Run();
        var status = Call("status", "1", "-o", "json");

        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        Assert.That(Rows("select name from line where id = 9"), Is.EqualTo(new[] { "Ann" }));
        Assert.That(Rows("select n from used"), Is.EqualTo(new[] { "9" }));
        Assert.That(status.Out, Does.Contain("\"variable\": \"Count\""));
    }

    [TestCase("Sqlite")]
    [TestCase("PostgreSql")]
    public void A_retry_gives_its_values_of_then_and_does_not_run_it_again(string platform)
    {
        Write(platform, "step: append, told: \"${var:Told}\"", "sets: {Count: count}", use: "nowhere");
        var failed = Run();
        Write(platform, "step: append, told: \"${var:Told}\"", "sets: {Count: count}", isMade: true);

        var retry = Call("retry", "--allow", "plugins");

        Assert.That((failed.ExitCode, retry.ExitCode), Is.EqualTo((1, 0)), retry.Out + retry.Error);
        Assert.That(Rows("select n from used"), Is.EqualTo(new[] { "9" }));
        Assert.That(Rows("select count(*) from line where id = 9"), Is.EqualTo(new[] { "1" }));
    }

    [TestCase("Sqlite", "script.commit.before@P/work", "0", "1")]
    [TestCase("Sqlite", "script.commit.after@P/work", "1", "2")]
    [TestCase("Sqlite", "script.run.after@P/work", "1", "2")]
    [TestCase("PostgreSql", "script.commit.after@P/work", "1", "2")]
    public void Killed_in_the_middle_it_is_asked_about_and_runs_again_by_its_name(
        string platform, string point, string rows, string rowsThen)
    {
        RunningCommand.OnLinuxOnly();
        Write(platform, "step: append, told: \"${var:Told}\"", "sets: {Count: count}");
        Die(point, "run");

        var retry = Call("retry", "--allow", "plugins");
        var left = Rows("select count(*) from line where id = 9");
        var values = LedgerTables.Rows(_folder.Path, "select value from run_values");
        Call("retry", "-s", "P/work", "--allow", "plugins");

        Assert.That(retry.ExitCode, Is.EqualTo(1), retry.Out + retry.Error);
        Assert.That(retry.Out + retry.Error, Does.Contain("ORC3445").And.Contain("died with its process"));
        Assert.That(left, Is.EqualTo(new[] { rows }));
        Assert.That(values, Is.EqualTo(new[] { "Ann" }));
        Assert.That(Rows("select count(*) from line where id = 9"), Is.EqualTo(new[] { rowsThen }));
    }

    [TestCase("Sqlite")]
    [TestCase("PostgreSql")]
    public void Killed_and_killed_again_what_is_idempotent_comes_to_the_same_end(string platform)
    {
        RunningCommand.OnLinuxOnly();
        Write(platform, $"step: execute, value: \"{Again}\"", "idempotent: true", use: "");
        Die("script.commit.after@P/work", "run");
        Die("script.commit.before@P/work", "retry");
        Die("script.run.after@P/work", "retry");

        var retry = Call("retry", "--allow", "plugins");

        Assert.That(retry.ExitCode, Is.Zero, retry.Out + retry.Error);
        Assert.That(Rows("select name from line where id = 9"), Is.EqualTo(new[] { "once" }));
    }

    [Test]
    public void Over_its_time_it_is_ended_in_the_middle_and_asked_about_in_the_next_night()
    {
        Write("Sqlite", "step: wait", BegunByThen, use: "");

        var late = Run();
        var next = Run();

        Assert.That((late.ExitCode, next.ExitCode), Is.EqualTo((1, 1)), late.Out + late.Error);
        Assert.That(next.Out + next.Error, Does.Contain("ORC3445").And.Contain("time-out"));
    }

    [Test]
    public void One_that_never_returns_is_left_behind_and_asked_about_in_the_next_night()
    {
        RunningCommand.OnLinuxOnly();
        Write("Sqlite", "step: never", BegunByThen, use: "");

        using var left = new RunningCommand(
            _folder.Path, Variables(), "run", "--allow", "plugins", "--grace", "300ms");
        var code = left.ExitCode();
        var next = Run();

        Assert.That((code, next.ExitCode), Is.EqualTo((1, 1)), left.Said);
        Assert.That(LedgerTables.Rows(_folder.Path, "select message from errors"),
            Has.Some.Contains("may be at work until this process ends"));
        Assert.That(next.Out + next.Error, Does.Contain("ORC3445"));
    }

    [Test]
    public void A_secret_that_it_quotes_in_its_failure_is_nowhere()
    {
        Write("Sqlite", "step: secret", "", use: "");

        var run = Run();

        Assert.That(run.ExitCode, Is.EqualTo(1));
        Assert.That(run.Out + run.Error, Does.Contain("ORC3708").And.Not.Contain(Secret));
        var texts = Directory.GetFiles(_folder.Path, "*", SearchOption.AllDirectories)
            .Where(file => Path.GetExtension(file) is ".log" or ".json" or ".jsonl" or ".html")
            .Select(File.ReadAllText);
        Assert.That(texts, Has.None.Contains(Secret));
        Assert.That(LedgerTables.Rows(_folder.Path, "select message from errors"), Has.None.Contains(Secret));
    }

    [Test]
    public void It_asks_for_facts_by_the_names_that_they_are_given()
    {
        Write("Sqlite", "step: variable, value: Rows", "facts: {Rows: \"${state:get}\"}", use: "");

        var run = Run();

        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        var log = Directory.GetFiles(_folder.Path, "run.log", SearchOption.AllDirectories).Single();
        Assert.That(File.ReadAllText(log), Does.Contain("attempt 1: Succeeded"));
    }

    [Test]
    public void Looking_at_metadata_tells_of_it_and_a_run_begins_only_where_it_is_allowed()
    {
        Write("Sqlite", "step: append, told: \"${var:Told}\"", "sets: {Count: count}");

        var shown = Call("show", "P/work");
        var plan = Call("plan");
        var listed = Call("ls", "-v");
        var online = Call("validate", "--online");
        var run = Call("run");

        Assert.That(shown.Out, Does.Contain("plugin.writes").And.Contain("sets.Count").And.Contain("options.step"));
        Assert.That(plan.Out, Does.Contain("sets Count").And.Contain("reads Told"));
        Assert.That(listed.Out, Does.Contain("script, ").And.Contain("Orchestrator.TestPlugin.Odd"));
        Assert.That(online.ExitCode, Is.Zero, online.Out + online.Error);
        Assert.That(run.ExitCode, Is.EqualTo(2));
        Assert.That(run.Error, Does.Contain("P/work runs 'Orchestrator.TestPlugin.Odd'"));
    }

    private void Write(string platform, string options, string more, string use = "used", bool isMade = false)
    {
        if (!isMade)
        {
            MakeTables(platform);
        }

        var database = platform == "Sqlite" ? "platform: Sqlite, file: lite.db"
            : $"platform: PostgreSql, connectionString: \"${{env:{Source}}}\"";
        var reader = use.Length == 0 ? ""
            : $"- {{object: note, kind: sql, sql: insert into {use} values (@Count)}}";
        _folder.Write("solution.yaml", $$"""
            formatVersion: 1
            solution: Work
            connections:
              - {connection: Db, {{database}} }
            variables:
              - {variable: Told, dataType: nvarchar(20), scope: run}
              - {variable: Count, dataType: int, scope: run}
            batches: [{batch: Nightly, projects: [P]}]
            projects:
              - project: P
                target: Db
                objects:
                  - object: get
                    kind: sql
                    sql: select min(name) as word from line
                    sets: {Told: word}
                    idempotent: true
                  - object: work
                    kind: script
                    plugin:
                      assembly: Orchestrator.TestPlugin.dll
                      class: Orchestrator.TestPlugin.Odd
                      sha256: "{{new string('0', 64)}}"
                      writes: [Db]
                    options: { {{options}} }
                    {{more}}
                  {{reader}}
            """);
        var pinned = Call("plugins", "pin");
        Assert.That(pinned.ExitCode, Is.Zero, pinned.Out + pinned.Error);
    }

    private void MakeTables(string platform)
    {
        if (platform == "Sqlite")
        {
            DataFile.Make(_folder.Path, "lite.db", Tables);
            return;
        }

        Execute(Server.Cluster.ConnectionString(), "CREATE DATABASE script_tasks");
        _database = Server.Cluster.ConnectionString("script_tasks");
        Execute(_database, Tables);
    }

    private Called Run() => Call("run", "--allow", "plugins");

    private Called Call(params string[] arguments) =>
        Called.With(_folder.Path, Variables(), false, arguments);

    private void Die(string point, string verb)
    {
        var variables = Variables();
        variables["ORCHESTRATOR_TEST_CRASH"] = point;
        using var command = new RunningCommand(_folder.Path, variables, verb, "--allow", "plugins");
        Assert.That(command.ExitCode(), Is.EqualTo(137), command.Said);
    }

    private Dictionary<string, string> Variables() =>
        new() { [Source] = _database, ["ORCHESTRATOR_SECRET_KEY"] = Secret };

    private List<string> Rows(string sql)
    {
        if (_database.Length == 0)
        {
            return DataFile.Rows(_folder.Path, "lite.db", sql);
        }

        using var connection = Opened(_database);
        using var command = new NpgsqlCommand(sql, connection);
        using var reader = command.ExecuteReader();
        List<string> rows = [];
        while (reader.Read())
        {
            rows.Add($"{reader.GetValue(0)}");
        }

        return rows;
    }

    private static void Execute(string database, string sql)
    {
        using var connection = Opened(database);
        using var command = new NpgsqlCommand(sql, connection);
        command.ExecuteNonQuery();
    }

    private static NpgsqlConnection Opened(string database)
    {
        var connection = new NpgsqlConnection(database + ";Pooling=false");
        connection.Open();
        return connection;
    }
}
