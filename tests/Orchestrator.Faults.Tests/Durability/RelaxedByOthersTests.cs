using Orchestrator.Tds;

namespace Orchestrator.Faults.Tests.Durability;

/// <summary>
/// Nights on a SQL Server database that somebody else has relaxed, and of which the solution says nothing.
/// </summary>
internal sealed class RelaxedByOthersTests
{
    private const string Forced = "FORCED";

    private Night _night = null!;
    private TdsServer _server = null!;
    private TableStore _store = null!;

    [SetUp]
    public void Make()
    {
        _night = new Night();
        _server = TdsServer.Start();
        _store = new TableStore(_server);
        _store.Run("CREATE TABLE [dbo].[t] ([id] int, [name] varchar(70))");
        _store.Run("CREATE TABLE [dbo].[u] ([id] int, [name] varchar(70))");
        _night.Write("in/s.csv", "id,name\n1,Ann\n2,Bob\n");
    }

    [TearDown]
    public void Remove()
    {
        _server.Dispose();
        _night.Dispose();
    }

    [Test]
    public void What_has_succeeded_survives_a_crash_and_the_setting_is_left_alone()
    {
        _store.Durability["Staging"] = Forced;

        var called = Load();
        _store.Crash();

        Assert.That(_server.Failures, Is.Empty);
        Assert.That(_server.Unanswered, Is.Empty);
        Assert.That(called.ExitCode, Is.Zero, called.Out + called.Error);
        Assert.That(Rows("t"), Is.EqualTo(2));
        Assert.That(_store.Durability["Staging"], Is.EqualTo(Forced));
        Assert.That(_store.Rows("orchestrator.attempt_markers", "run"), Is.Empty);
    }

    [Test]
    public void It_is_told_once_for_a_connection_and_not_for_each_package()
    {
        _store.Durability["Staging"] = Forced;

        var called = Load(objects: [Object("t"), Object("u")]);

        Assert.That(called.ExitCode, Is.Zero, called.Out + called.Error);
        var log = Directory.GetFiles(_night.Folder, "run.log", SearchOption.AllDirectories).Single();
        Assert.That(
            File.ReadAllLines(log), Has.Exactly(1).Contains("relaxed the database behind 'Target' (FORCED)"));
    }

    [Test]
    public void A_durable_database_is_looked_at_and_neither_marked_nor_flushed()
    {
        var called = Load();

        Assert.That(called.ExitCode, Is.Zero, called.Out + called.Error);
        Assert.That(_server.Recorder.Lines, Has.None.Contains("sp_flush_log").And.None.Contains("attempt_markers"));
    }

    [Test]
    public void A_crash_before_the_flush_fails_the_package_and_what_it_took_is_loaded_again()
    {
        _store.Durability["Staging"] = Forced;
        AtTheFlushBehindTheMarker(reply =>
        {
            new Thread(_store.Crash).Start();
            reply.Wait(new Gate());
        });

        var struck = Load();
        var left = Rows("t");
        var again = Load();
        _store.Crash();

        Assert.That((struck.ExitCode, left), Is.EqualTo((1, 0)), struck.Out + struck.Error);
        Assert.That(struck.Error, Does.Contain("failed Night/t  ORC4008 Transient"));
        Assert.That(struck.Error, Does.Contain("its marker was not there after the flush"));
        Assert.That(struck.Error, Does.Contain("Somebody else has relaxed the database behind 'Target' (FORCED)"));
        Assert.That((again.ExitCode, Rows("t")), Is.EqualTo((0, 2)), again.Out + again.Error);
    }

    [TestCase("TruncateInsert", "Transient")]
    [TestCase("Append", "OutcomeUnknown")]
    public void A_flush_that_fails_fails_the_package(string pattern, string type)
    {
        _store.Durability["Staging"] = Forced;
        AtTheFlushBehindTheMarker(reply => reply.Rows(["setting nvarchar(60)", "code int"], [Forced, 7]));

        var called = Load(objects: [Object("t", pattern)]);

        Assert.That(called.ExitCode, Is.EqualTo(1), called.Out + called.Error);
        Assert.That(called.Error, Does.Contain($"failed Night/t  ORC4008 {type}"));
        Assert.That(called.Error, Does.Contain("no flush could be made: sys.sp_flush_log").And.Contain("returned 7"));
        Assert.That(called.Error, Does.Contain("phase flush, connection Target"));
    }

    [Test]
    public void A_failed_package_is_tried_again_where_the_solution_says_so()
    {
        _store.Durability["Staging"] = Forced;
        AtTheFlushBehindTheMarker(reply => reply.Rows(["setting nvarchar(60)", "code int"], [Forced, 7]));

        var called = Load(retries: 1);
        _store.Crash();

        Assert.That((called.ExitCode, Rows("t")), Is.EqualTo((0, 2)), called.Out + called.Error);
    }

    [Test]
    public void What_is_relaxed_while_a_package_is_at_work_is_flushed_behind_it()
    {
        WhileAtWork(_ => _store.Durability["Staging"] = Forced);

        var called = Load();
        _store.Crash();

        Assert.That((called.ExitCode, Rows("t")), Is.EqualTo((0, 2)), called.Out + called.Error);
        Assert.That(_store.Durability.Flushes, Is.EqualTo(1));
    }

    [TestCase(true, 1)]
    [TestCase(false, 0)]
    public void Whether_a_server_went_down_meanwhile_nobody_knows_once_the_session_that_looks_is_lost(
        bool isRelaxed, int expected)
    {
        WhileAtWork(watch =>
        {
            _store.Durability["Staging"] = isRelaxed ? Forced : "DISABLED";
            watch.Cut();
        });

        var called = Load();

        Assert.That(called.ExitCode, Is.EqualTo(expected), called.Out + called.Error);
        Assert.That(called.Error, isRelaxed
            ? Does.Contain("ORC4008").And.Contain("was lost meanwhile") : Does.Not.Contain("ORC4008"));
    }

    [TestCase(true)]
    [TestCase(false)]
    public void Who_may_not_see_the_setting_loads_as_before(bool isRefused)
    {
        _store.Durability["Staging"] = Forced;
        _server.On(IsLook, (_, reply) =>
        {
            if (isRefused)
            {
                reply.Error(new ServerMessage(229, "The SELECT permission was denied.") { Class = 14 });
            }
            else
            {
                reply.Rows(["setting nvarchar(60)"]);
            }
        });

        var called = Load();

        Assert.That((called.ExitCode, Rows("t")), Is.EqualTo((0, 2)), called.Out + called.Error);
        Assert.That(_server.Recorder.Lines, Has.None.Contains("sp_flush_log"));
    }

    [Test]
    public void Who_may_not_make_the_table_of_the_markers_is_flushed_without_one()
    {
        _store.Durability["Staging"] = Forced;
        _server.On(
            request => request.Sql?.Contains("CREATE TABLE [orchestrator].[attempt_markers]") == true,
            (_, reply) => reply.Error(new ServerMessage(262, "CREATE TABLE permission denied.") { Class = 14 }));

        var called = Load();
        _store.Crash();

        Assert.That((called.ExitCode, Rows("t")), Is.EqualTo((0, 2)), called.Out + called.Error);
    }

    [Test]
    public void A_hook_that_writes_such_a_database_is_flushed_behind_it()
    {
        _store.Durability["Staging"] = Forced;
        var target = $"{{connection: Target, platform: Sqlite}}\n  - {Connection("Other")}";
        _night.Solution("{connection: Unused, platform: Files, folder: in}", target, """
            - object: t
              source: {file: s.csv}
              columns: [{column: id, dataType: int}, {column: name, dataType: varchar(70)}]
              hooks: [{hook: clear, when: after, connection: Other, sql: "DELETE FROM [dbo].[t]"}]
            """, retries: 0);

        var called = _night.Run();

        Assert.That(called.ExitCode, Is.Zero, called.Out + called.Error);
        Assert.That(_store.Durability.Flushes, Is.EqualTo(1));
        Assert.That(_server.Recorder.Lines, Has.None.Contains("attempt_markers"));
    }

    private int Rows(string table) => _store.Rows($"dbo.{table}", "id").Count;

    private static bool IsLook(Request request) =>
        request.Sql?.Contains("SELECT coalesce(delayed_durability_desc", StringComparison.Ordinal) == true;

    private void AtTheFlushBehindTheMarker(Action<Reply> answer) => _server.On(
        request => request.Sql is { } sql && sql.Contains("sp_flush_log", StringComparison.Ordinal)
            && _server.Recorder.Lines.Any(line => line.Contains(
                "INSERT INTO [orchestrator].[attempt_markers]", StringComparison.Ordinal)),
        (_, reply) => answer(reply)).Once();

    /// <summary>Does something once another session than the one that looks has come to the table.</summary>
    private void WhileAtWork(Action<Session> act)
    {
        Session? watch = null;
        var isDone = false;
        _server.On(
            request =>
            {
                watch ??= IsLook(request) ? request.Session : null;
                if (!isDone && watch is not null && request.Session != watch
                    && request.Sql?.Contains("INSERT", StringComparison.Ordinal) == true)
                {
                    isDone = true;
                    act(watch);
                }

                return false;
            },
            (_, _) => { });
    }

    private Called Load(int retries = 0, params string[] objects)
    {
        _night.Solution(
            "{connection: Unused, platform: Files, folder: in}", Connection("Target"),
            string.Join('\n', objects.Length == 0 ? [Object("t")] : objects), retries);
        return _night.Run();
    }

    private string Connection(string name)
    {
        var text = _server.ConnectionString.Replace(
            "Password=secret", $"Password=${{secret:{_night.Secret("secret")}}}")
            .Split(";Application Name")[0] + ";Encrypt=Optional";
        return $$"""{connection: {{name}}, platform: SqlServer, connectionString: "{{text}}"}""";
    }

    private static string Object(string name, string pattern = "TruncateInsert") => $$"""
        - object: {{name}}
          source: {file: s.csv}
          load: {pattern: {{pattern}}}
          columns:
            - {column: id, dataType: int}
            - {column: name, dataType: varchar(70)}
        """;
}
