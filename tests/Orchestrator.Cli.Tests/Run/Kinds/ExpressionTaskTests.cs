namespace Orchestrator.Cli.Tests.Run.Kinds;

/// <summary>Kind value through the command: variables that are reckoned from others, without a database.</summary>
internal sealed class ExpressionTaskTests
{
    private TemporaryFolder _folder = null!;

    [SetUp]
    public void Before()
    {
        _folder = new TemporaryFolder();
        Directory.CreateDirectory(Path.Combine(_folder.Path, "data"));
    }

    [TearDown]
    public void After() => _folder.Dispose();

    [Test]
    public void The_example_of_the_guide_reckons_from_a_value_and_a_fact()
    {
        var example = GuideExamples.Of("values", "kind: value");
        _folder.Write("solution.yaml", example);

        var run = Call("run");

        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        Assert.That(DataFile.Rows(_folder.Path, "Staging.db", "select \"Until\" || ' ' || Note from night"),
            Is.EqualTo(new[] { "2026-02-28 get succeeded, 31" }));
    }

    [Test]
    public void A_retry_gives_the_value_of_then_and_does_not_reckon_it_again()
    {
        Make();
        Write("First + 1", "nowhere");
        var failed = Call("run");
        Write("First + 1", "night");

        var retry = Call("retry");

        Assert.That((failed.ExitCode, retry.ExitCode), Is.EqualTo((1, 0)), retry.Out + retry.Error);
        Assert.That(Night(), Is.EqualTo(new[] { "21" }));
        Assert.That(Recorded(), Is.EqualTo(new[] { "20", "21" }));
    }

    [Test]
    public void Another_expression_is_reckoned_again_and_its_readers_with_it()
    {
        Make();
        Write("First + 1", "nowhere");
        Call("run");
        Write("First + 2", "night");

        var retry = Call("retry");

        Assert.That(retry.ExitCode, Is.Zero, retry.Out + retry.Error);
        Assert.That(Night(), Is.EqualTo(new[] { "22" }));
    }

    [Test]
    public void Plan_and_show_tell_what_is_reckoned_and_who_waits_for_it()
    {
        Make();
        Write("First + 1", "night");

        Assert.That(Call("plan").Out, Does.Contain("sets Next").And.Contain("reads First"));
        Assert.That(Call("show", "reckon").Out, Does.Contain("First + 1").And.Contain("reads First of P/get"));
        Assert.That(Call("ls", "-s", "get+").Out, Does.Contain("reckon").And.Contain("note"));
        Assert.That(Call("validate", "--online").ExitCode, Is.Zero);
    }

    [Test]
    public void A_fault_fails_it_and_says_so()
    {
        Make();
        Write("First / (First - 20)", "night");

        var run = Call("run");

        Assert.That(run.ExitCode, Is.EqualTo(1));
        Assert.That(run.Out + run.Error, Does.Contain("ORC3640"));
        Assert.That(Recorded(), Is.EqualTo(new[] { "20" }));
        Assert.That(Night(), Is.Empty);
    }

    [Test]
    public void In_a_loop_it_reckons_from_what_the_turn_is_given()
    {
        Make();
        WriteLoop();

        var run = Call("run");

        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        Assert.That(Night(), Is.EqualTo(new[] { "0", "1", "2" }));
    }

    [Test]
    public void A_loop_that_failed_goes_on_with_the_turn_in_which_it_did_and_reckons_in_those_behind_it()
    {
        Make();
        WriteLoop();
        DataFile.Execute(_folder.Path, "lite.db", "create unique index one on night (n); insert into night values (1)");
        var failed = Call("run");
        DataFile.Execute(_folder.Path, "lite.db", "delete from night where n = 1");

        var retry = Call("retry");

        Assert.That((failed.ExitCode, retry.ExitCode), Is.EqualTo((1, 0)), failed.Out + retry.Out + retry.Error);
        Assert.That(Night(), Is.EqualTo(new[] { "0", "1", "2" }));
    }

    private void WriteLoop() =>
        _folder.Write("solution.yaml", Solution("""
            containers:
                  - {container: First, level: 10}
                  - {container: Again, level: 20, forEach: {while: "Next > 0", atMost: 10}}
            """, """
            - {object: get, kind: sql, container: First, sql: select 3 as n, sets: {First: n}}
                  - {object: begin, kind: value, container: First, sets: {Next: First}}
                  - {object: count, kind: value, container: Again, sets: {Next: First - Turn}}
                  - {object: note, kind: sql, container: Again, sql: insert into night values (@Next)}
            """));

    private void Make() => DataFile.Make(_folder.Path, "lite.db", "create table night (n int)");

    private void Write(string expression, string table) => _folder.Write("solution.yaml", Solution("", $$"""
        - {object: get, kind: sql, sql: select 20 as n, sets: {First: n} }
              - {object: reckon, kind: value, sets: {Next: "{{expression}}"} }
              - {object: note, kind: sql, sql: insert into {{table}} values (@Next)}
        """));

    private static string Solution(string containers, string objects) => $$"""
        formatVersion: 1
        solution: Reckoned
        connections: [{connection: Db, platform: Sqlite, file: lite.db}]
        variables:
          - {variable: First, dataType: int, scope: run}
          - {variable: Next, dataType: int, scope: run}
        batches: [{batch: Nightly, projects: [P]}]
        projects:
          - project: P
            target: Db
            {{containers}}
            objects:
              {{objects}}
        """;

    private List<string> Night() => DataFile.Rows(_folder.Path, "lite.db", "select n from night order by n");

    private List<string> Recorded() =>
        LedgerTables.Rows(_folder.Path, "select value from run_values order by value");

    private Called Call(params string[] arguments) => Called.With(_folder.Path, arguments);
}
