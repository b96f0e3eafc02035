namespace Orchestrator.Cli.Tests.Run.Leases;

/// <summary>Two batches that load one table of a relaxed database at a time: a success that is not on disk yet is no
/// rest of an attempt that failed, and nobody waits for ever until it is.</summary>
[Parallelizable(ParallelScope.Self)] // They mostly wait for processes.
internal sealed class OverlappingRelaxedTests
{
    private const string StartsTwo = "starts_two";

    private TemporaryFolder _folder = null!;

    [SetUp]
    public void Make()
    {
        RunningCommand.OnLinuxOnly();
        _folder = new TemporaryFolder();
        _folder.Write("in/a.csv", "id\n1\n2\n");
        NamedPipe.Make(Pipe("first"));
        NamedPipe.Make(Pipe("second"));
    }

    [TearDown]
    public void Remove() => _folder?.Dispose();

    [Test]
    public void No_row_of_one_is_taken_back_while_it_is_not_on_disk()
    {
        Solution(["a", "first"], ["a"]);
        using var first = new RunningCommand(_folder.Path, "run", "One");
        Await(() => Ledger("select count(*) from attempts where state = 'Succeeded'") == "1");
        using var second = new RunningCommand(_folder.Path, "run", "Two");
        Await(() => second.HasEndedWithin(TimeSpan.Zero) || HasAwaited(run: 2));
        Assert.That(second.HasEndedWithin(TimeSpan.Zero), Is.False, second.Said);

        Fill("first");

        Assert.That((first.ExitCode(), second.ExitCode()), Is.EqualTo((0, 0)), first.Said + second.Said);
        Assert.That(Ids("a"), Is.EqualTo("1 1 2 2"));
    }

    [Test]
    public void An_older_one_is_refused_at_once_where_the_newer_one_has_loaded_and_waits_for_nobody()
    {
        _folder.Write("in/b.csv", "id\n3\n");
        Solution(["a", "first", "b"], ["b", "second", "a"]);
        using var first = new RunningCommand(_folder.Path, "run", "One");
        Await(() => Ledger("select count(*) from attempts where state = 'Succeeded'") == "1");
        using var second = new RunningCommand(_folder.Path, "run", "Two");
        Await(() => Ledger("select count(*) from attempts where state = 'Succeeded'") == "2");

        Fill("first");
        var refused = first.ExitCode();
        Fill("second");

        Assert.That((refused, second.ExitCode()), Is.EqualTo((1, 0)), first.Said + second.Said);
        Assert.That(first.Said, Does.Contain("ORC3440").And.Contain("2 ok (2 hardened), 1 failed"));
        Assert.That((Ids("a"), Ids("b")), Is.EqualTo(("1 1 2 2", "3")));
    }

    [Test]
    public void What_one_that_died_has_left_is_looked_for_on_disk_before_another_one_takes_it_back()
    {
        Solution(["a", "first"], [], others: ["P"]);
        using var first = new RunningCommand(_folder.Path, "run", "One");
        Await(() => Ledger("select count(*) from attempts where state = 'Succeeded'") == "1");
        _folder.Write("in/a.csv", "id\n3\n");
        using var second = new RunningCommand(_folder.Path, "run", "Two", "-s", "P/a*");
        Await(() => HasAwaited(run: 2));

        first.Send("KILL");
        var refused = second.ExitCode();
        var retried = Called.With(_folder.Path, "retry", "2");

        Assert.That((refused, retried.ExitCode), Is.EqualTo((1, 0)), second.Said + retried.Error);
        Assert.That(second.Said, Does.Contain("ORC3466"));
        Assert.That(Ids("a"), Is.EqualTo("1 2 3"));
    }

    [Test]
    public void Who_waits_has_read_nothing_of_a_pipe()
    {
        Solution(["first"], [], others: ["P"]);
        using var first = new RunningCommand(_folder.Path, "run", "One");
        Await(() => Ledger("select count(*) from attempts where state = 'Running'") == "1");
        using var second = new RunningCommand(_folder.Path, "run", "Two");
        Await(() => HasAwaited(run: 2));

        Fill("first");
        var done = first.ExitCode();
        Fill("first", "8");

        Assert.That((done, second.ExitCode()), Is.EqualTo((0, 0)), first.Said + second.Said);
        Assert.That(Ids("first"), Is.EqualTo("7 8"));
    }

    [Test]
    public void A_run_that_a_program_of_the_other_one_has_started_is_refused_as_the_flush_comes_behind_that_program()
    {
        Solution(["a", StartsTwo], ["a"]);
        using var first = new RunningCommand(_folder.Path, "run", "One", "--allow", "process");

        Assert.That(first.ExitCode(), Is.EqualTo(1), first.Said);
        Assert.That(Ledger("select code from errors order by attempt"), Is.EqualTo("ORC3455 ORC3468"));
        Assert.That(Ids("a"), Is.EqualTo("1 2"));
    }

    private static void Await(Func<bool> isSo) =>
        Assert.That(isSo, Is.True.After(300).Seconds.PollEvery(50).MilliSeconds);

    private bool HasAwaited(int run) =>
        Ledger($"select count(*) from nodes where run = {run} and reason = 'Claim'") == "1";

    private string Ledger(string sql) => Told(() => LedgerTables.Rows(_folder.Path, sql));

    private string Ids(string table) =>
        Told(() => DataFile.Rows(_folder.Path, "lite.db", $"select id from {table} order by id"));

    private static string Told(Func<IEnumerable<string>> ask)
    {
        try
        {
            return string.Join(' ', ask());
        }
        catch (Microsoft.Data.Sqlite.SqliteException)
        {
            return "";
        }
    }

    private void Fill(string name, string id = "7") => File.WriteAllText(Pipe(name), $"id\n{id}\n");

    private string Pipe(string name) => Path.Combine(_folder.Path, "in", $"{name}.csv");

    private void Solution(string[] one, string[] two, string[]? others = null) => _folder.Write("solution.yaml", $$"""
        formatVersion: 1
        solution: Twice
        systemColumns:
          RowAuditId: {column: RowAuditId}
        connections:
          - {connection: Files, platform: Files, folder: in}
          - connection: Lite
            platform: Sqlite
            file: lite.db
            reloadable: true
            delayedDurability: {mode: forced}
        batches: [{batch: One, projects: [P]}, {batch: Two, projects: [{{others?[0] ?? "Q"}}]}]
        projects:
        {{Project("P", one)}}
        {{(others is null ? Project("Q", two) : "")}}
        """);

    private static string Project(string name, string[] members) => $"""
          - project: {name}
            source: Files
            target: Lite
            containers: [{All(members)}]
            objects:
        {string.Join('\n', members.Select(Loaded))}
        """;

    private static string All(string[] members) =>
        $"{{container: All, mode: Linear, members: [{string.Join(", ", members)}]}}";

    private static string Loaded(string name) => name == StartsTwo
        ? $"      - {{object: {name}, container: All, kind: process, process: {{command: [dotnet, "
            + $"'{RunningCommand.Command}', run, Two, --allow, process]}}}}"
        : $"      - {{object: {name}, container: All, source: {{file: {name}.csv}}, load: {{pattern: Append}}, "
        + "columns: [{column: id, dataType: int}]}";
}
