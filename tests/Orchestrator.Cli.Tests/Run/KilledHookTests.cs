namespace Orchestrator.Cli.Tests.Run;

/// <summary>Hooks in the transaction of a load whose process dies between the commit and its record.</summary>
[Parallelizable(ParallelScope.Self)] // They mostly wait for processes.
internal sealed class KilledHookTests
{
    private TemporaryFolder _folder = null!;

    [SetUp]
    public void Make()
    {
        RunningCommand.OnLinuxOnly();
        _folder = new TemporaryFolder();
        DataFile.Execute(_folder.Path, "crm.db", "create table sale(id int); insert into sale values (1), (2)");
        DataFile.Make(_folder.Path, "lite.db", "create table log(n int)");
    }

    [TearDown]
    public void Remove() => _folder?.Dispose();

    [TestCase("Append", "load.commit.before")]
    [TestCase("Append", "load.commit.after", Category = "Full")]
    [TestCase("TruncateInsert", "load.commit.after", Category = "Full")]
    [TestCase("TruncateInsert, swap: inPlace", "load.commit.after")]
    [TestCase("DropAndReload", "load.commit.after", Category = "Full")]
    [TestCase("Merge", "load.commit.after")]
    [TestCase("DeltaInsert", "load.commit.after", Category = "Full")]
    public void Run_once_with_their_rows_however_often_the_retries_die(string pattern, string point)
    {
        Solution(pattern);
        Die(point, "run");
        Die("package.before", "retry");

        var retry = Call("retry");

        Assert.That(retry.ExitCode, Is.Zero, retry.Error);
        Assert.That(Rows("select count(*) from log"), Is.EqualTo(new[] { "2" }), "before and after");
        Assert.That(Rows("select id from sale order by id"), Is.EqualTo(new[] { "1", "2" }));
        Assert.That(Call("status").Out, Does.Contain("2"));
        Assert.That(Call("run").ExitCode, Is.Zero);
        Assert.That(Rows("select count(*) from log"), Is.EqualTo(new[] { "4" }), "the next night runs them once more");
        Assert.That(Rows("select count(*) from sale"),
            Is.EqualTo(new[] { pattern == "Append" ? "4" : "2" }));
    }

    [TestCase("")]
    [TestCase("other.db")]
    public void Run_once_although_another_load_of_the_table_has_committed_meanwhile(string ledger)
    {
        const string Other = """
                  - object: more
                    source: {query: "select 3 as id"}
                    target: {name: sale}
                    dependsOn: [sale]
                    load: {pattern: Merge}
                    hooks: [{hook: mine, when: after, transaction: load, sql: "insert into log values (3)"}]
                    columns: [{column: id, dataType: int, key: 1}]
            """;
        Solution("Merge", others: Other);
        Die("load.commit.after", "run", "-s", "P/sale");
        string[] elsewhere = ledger.Length == 0 ? [] : ["--ledger", Path.Combine(_folder.Path, ledger)];
        Assert.That(Call(["run", "-s", "P/more", .. elsewhere]).ExitCode, Is.Zero);

        var retry = Call("retry", "1", "--yes");

        Assert.That(retry.ExitCode, Is.Zero, retry.Error);
        Assert.That(Rows("select n from log order by n"), Is.EqualTo(new[] { "1", "2", "3" }));
        Assert.That(Rows("select id from sale order by id"), Is.EqualTo(new[] { "1", "2", "3" }));
    }

    [Test]
    public void The_watermark_of_the_night_that_died_is_recorded_with_it()
    {
        Solution("Append", "watermarks: [{watermark: Id, column: id, dataType: int, default: \"0\"}], ");
        Die("load.commit.after", "run");

        Assert.That(Call("retry").ExitCode, Is.Zero);
        DataFile.Execute(_folder.Path, "crm.db", "insert into sale values (3)");
        Assert.That(Call("run").ExitCode, Is.Zero);

        Assert.That(Rows("select id from sale order by id"), Is.EqualTo(new[] { "1", "2", "3" }));
        Assert.That(Rows("select count(*) from log"), Is.EqualTo(new[] { "4" }));
    }

    [Test]
    public void A_new_night_loads_anew_what_one_that_died_has_left()
    {
        Solution("TruncateInsert");
        Die("load.commit.after", "run");
        DataFile.Execute(_folder.Path, "crm.db", "insert into sale values (3)");

        Assert.That(Call("run").ExitCode, Is.Zero);

        Assert.That(Rows("select id from sale order by id"), Is.EqualTo(new[] { "1", "2", "3" }));
    }

    private void Die(string point, params string[] arguments)
    {
        using var command = new RunningCommand(
            _folder.Path, new Dictionary<string, string> { ["ORCHESTRATOR_TEST_CRASH"] = $"{point}@P/sale" },
            arguments);
        Assert.That(command.ExitCode(), Is.EqualTo(137), command.Said);
    }

    private void Solution(string pattern, string more = "", string others = "") => _folder.Write("solution.yaml", $$"""
        formatVersion: 1
        solution: Hooked
        systemColumns:
          RowAuditId: {column: RowAuditId}
        connections:
          - {connection: Crm, platform: Sqlite, file: crm.db}
          - {connection: Lite, platform: Sqlite, file: lite.db}
        batches: [{batch: Nightly, projects: [P]}]
        projects:
          - project: P
            source: Crm
            target: Lite
            objects:
              - object: sale
                source: {name: sale}
                load: {pattern: {{pattern}}}
                hooks:
                  - {hook: first, when: before, transaction: load, sql: "insert into log values (1)"}
                  - {hook: last, when: after, transaction: load, sql: "insert into log values (2)"}
                {{more.Trim().TrimEnd(',')}}
                columns: [{column: id, dataType: int, key: 1}]
        {{others}}
        """);

    private Called Call(params string[] arguments) => Called.With(_folder.Path, arguments);

    private List<string> Rows(string sql) => DataFile.Rows(_folder.Path, "lite.db", sql);
}
