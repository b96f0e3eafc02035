using Orchestrator.Tds;

namespace Orchestrator.Faults.Tests.Durability;

/// <summary>Nights on a SQL Server database whose durability they relax, as far as its wire can show it.</summary>
internal sealed class SqlServerDurabilityTests
{
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
        _night.Write("in/s.csv", "id,name\n1,Ann\n2,Bob\n");
    }

    [TearDown]
    public void Remove()
    {
        _server.Dispose();
        _night.Dispose();
    }

    [TestCase("package")]
    [TestCase("level")]
    [TestCase("run")]
    [TestCase("every 1s")]
    public void What_a_run_calls_done_survives_a_crash_and_the_setting_is_as_it_was(string flush)
    {
        _store.Durability["Staging"] = "ALLOWED";

        var called = Load(flush);
        _store.Crash();

        Assert.That(_server.Failures, Is.Empty);
        Assert.That(_server.Unanswered, Is.Empty);
        Assert.That(called.ExitCode, Is.Zero, called.Out + called.Error);
        Assert.That(Changes(), Is.EqualTo(new[] { "FORCED", "ALLOWED" }));
        Assert.That(_store.Durability["Staging"], Is.EqualTo("ALLOWED"));
        Assert.That(_store.Rows("dbo.t", "id"), Has.Count.EqualTo(2));
        Assert.That(_store.Rows("orchestrator.durability_holders", "run"), Is.Empty);
        Assert.That(_store.Rows("orchestrator.attempt_markers", "run"), Is.Empty);
    }

    [Test]
    public void A_crash_before_the_flush_is_found_and_what_it_took_is_loaded_again()
    {
        CrashAtTheFlushBehind("[attempt_markers]");

        var struck = Load("level");
        var left = _store.Rows("dbo.t", "id").Count;
        var again = Load("level");

        Assert.That(left, Is.Zero);
        Assert.That(struck.ExitCode, Is.EqualTo(1), struck.Out + struck.Error);
        Assert.That(again.ExitCode, Is.Zero, again.Out + again.Error);
        Assert.That(_store.Rows("dbo.t", "id"), Has.Count.EqualTo(2));
        Assert.That(_store.Durability["Staging"], Is.EqualTo("DISABLED"));
    }

    [Test]
    public void A_table_in_memory_alone_is_loaded_with_a_warning_whatever_is_flushed([Values] bool isAlone)
    {
        _store.InMemoryAlone.AddRange(isAlone ? [("dbo", "t")] : [("dbo", "other")]);

        var called = Load("level");

        Assert.That(called.ExitCode, Is.Zero, called.Out + called.Error);
        Assert.That(File.ReadAllText(Path.Combine(_night.Folder, ".orchestrator", "runs", "1", "run.log")), isAlone
            ? Does.Contain("ORC3521 a crash of the server empties 'dbo.t', whatever is flushed: it has DURABILITY = "
                + "SCHEMA_ONLY. Make it anew with DURABILITY = SCHEMA_AND_DATA, or keep it as it is if the source is "
                + "loaded anew each night")
            : Does.Not.Contain("ORC3521"));
    }

    [Test]
    public void A_flush_that_fails_by_its_code_is_made_again()
    {
        var failed = FailFlushesBehind("[attempt_markers]");

        var called = Load("level");
        _store.Crash();

        Assert.That(called.ExitCode, Is.Zero, called.Out + called.Error);
        Assert.That(failed.Calls, Is.EqualTo(2));
        Assert.That(_store.Rows("dbo.t", "id"), Has.Count.EqualTo(2));
    }

    [TestCase("capture", "change data capture is on")]
    [TestCase("right", "lacks ALTER on the database")]
    public void What_rules_it_out_is_told_and_the_run_is_durable(string what, string expected)
    {
        _store.Durability.Obstruct(what, "loader");

        var called = Load("level");
        _store.Crash();

        Assert.That(called.ExitCode, Is.Zero, called.Out + called.Error);
        Assert.That(called.Out + called.Error, Does.Contain(expected));
        Assert.That(Changes(), Is.Empty);
        Assert.That(_store.Rows("dbo.t", "id"), Has.Count.EqualTo(2));
    }

    [Test]
    public void Who_is_in_the_way_of_the_setting_is_waited_for()
    {
        _store.Durability.Block(times: 2);

        var called = Load("level");

        Assert.That(called.ExitCode, Is.Zero, called.Out + called.Error);
        Assert.That(Changes(), Is.EqualTo(new[] { "FORCED", "FORCED", "FORCED", "DISABLED" }));
    }

    [TestCase(0, "Target stays durable: ")]
    [TestCase(1, "Target: commits reach the disk later (whether it is nobody knows: ")]
    public void A_change_without_an_answer_is_taken_back_or_the_run_flushes_as_if_it_stood(int logins, string expected)
    {
        _server.On(request => request.Sql?.Contains("DELAYED_DURABILITY = FORCED", StringComparison.Ordinal) == true,
            (_, reply) =>
            {
                _store.Durability["Staging"] = "FORCED";
                _server.OnLogin((_, answer) => answer.Cut()).Times(logins);
                reply.Cut();
            }).Once();

        var called = Load("level");
        _store.Crash();

        Assert.That(called.ExitCode, Is.Zero, called.Out + called.Error);
        Assert.That(called.Out + called.Error, Does.Contain(expected));
        Assert.That(_store.Durability["Staging"], Is.EqualTo("DISABLED"));
        Assert.That(_store.Rows("dbo.t", "id"), Has.Count.EqualTo(2));
        Assert.That(_store.Rows("orchestrator.durability_holders", "run"), Is.Empty);
    }

    [Test]
    public void A_database_that_is_relaxed_by_hand_stays_so_and_is_flushed_all_the_same()
    {
        _store.Durability["Staging"] = "FORCED";

        var called = Load("level");
        _store.Crash();

        Assert.That(called.ExitCode, Is.Zero, called.Out + called.Error);
        Assert.That(Changes(), Is.Empty);
        Assert.That(_store.Durability["Staging"], Is.EqualTo("FORCED"));
        Assert.That(_store.Rows("dbo.t", "id"), Has.Count.EqualTo(2));
    }

    private string[] Changes() =>
        [.. _server.Recorder.Lines.Where(line => line.Contains("SET DELAYED_DURABILITY", StringComparison.Ordinal))
            .Select(line => line.Split(" = ")[1].Split(' ')[0])];

    private void CrashAtTheFlushBehind(string statement) => Behind(statement, times: 1, reply =>
    {
        // Cut by the crash itself: nobody connects before what is lost is lost.
        new Thread(_store.Crash).Start();
        reply.Wait(new Gate());
    });

    private Handler FailFlushesBehind(string statement) => Behind(
        statement, times: 2, reply => reply.Rows(["setting nvarchar(60)", "code int"], ["FORCED", 0]));

    // Those of the scope's own rows come before.
    private Handler Behind(string table, int times, Action<Reply> answer) => _server.On(
        request => request.Sql is { } sql && sql.Contains("sp_flush_log", StringComparison.Ordinal)
            && _server.Recorder.Lines.Any(line => line.Contains($"INSERT INTO [orchestrator].{table}",
                StringComparison.Ordinal)),
        (_, reply) => answer(reply)).Times(times);

    private Called Load(string flush)
    {
        var text = _server.ConnectionString.Replace(
            "Password=secret", $"Password=${{secret:{_night.Secret("secret")}}}")
            .Split(";Application Name")[0] + ";Encrypt=Optional";
        _night.Solution(
            "{connection: Unused, platform: Files, folder: in}",
            $$"""
            {connection: Target, platform: SqlServer, connectionString: "{{text}}", reloadable: true,
                 delayedDurability: {mode: forced, flush: {{flush}} } }
            """,
            """
            - object: t
              source: {file: s.csv}
              load: {pattern: TruncateInsert}
              columns:
                - {column: id, dataType: int}
                - {column: name, dataType: varchar(70)}
            """,
            retries: 0);
        return _night.Run();
    }
}
