namespace Orchestrator.Cli.Tests.Run.RunValues;

/// <summary>Names that the run finds out, in hooks, checks, bounds of watermarks and queries of loops.</summary>
internal sealed class NamesInHooksTests
{
    private TemporaryFolder _folder = null!;

    [SetUp]
    public void Make()
    {
        _folder = new TemporaryFolder();
        DataFile.Make(_folder.Path, "lite.db", "create table canary (n int); insert into canary values (1), (2), (3); "
            + "create table [a b] (n int); insert into [a b] values (2)");
    }

    [TearDown]
    public void Remove() => _folder.Dispose();

    [Test]
    public void A_hook_of_an_object_of_its_load_and_of_a_project_takes_the_value_as_a_name()
    {
        Solution("""
            - object: put
              kind: sql
              sql: insert into canary values (4)
              hooks:
                - {hook: first, when: before, sql: "insert into ${name:Name} values (11)"}
                - {hook: last, when: after, sql: "insert into ${name:Name} values (12)"}
            - object: load
              source: {query: select 7 as n}
              columns: [{column: n, dataType: int}]
              hooks: [{hook: within, when: before, transaction: load, sql: "insert into ${name:Name} values (13)"}]
            """, "hooks: [{hook: behind, when: after, sql: \"insert into ${name:Name} values (14)\"}]");

        var run = Call("run");

        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        Assert.That(Rows("select n from [a b] order by n"), Is.EqualTo(new[] { "2", "11", "12", "13", "14" }));
    }

    [Test]
    public void So_do_a_bound_a_check_and_the_query_of_a_loop()
    {
        Solution("""
            - object: load
              source: {name: canary}
              target: {name: kept}
              columns: [{column: n, dataType: int, key: 1}]
              load: {pattern: Merge}
              watermarks: [{watermark: W, column: n, dataType: int, toSql: "select max(n) from ${name:Name}"}]
            - object: sound
              kind: check
              target: {name: canary}
              check: {returnsNothing: "select n from ${name:Name} where n > 2"}
            - {object: turn, kind: sql, container: Per, sql: insert into canary values (@Part * 100)}
            """, "containers: [{container: Core, level: 10, default: true}, {container: Per, level: 20, "
            + "forEach: {query: \"select n as Part from ${name:Name}\", connection: Db, rows: {Part: int}}}]");

        var run = Call("run");

        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        Assert.That(Rows("select n from kept order by n"), Is.EqualTo(new[] { "1", "2" }));
        Assert.That(Rows("select n from canary where n > 3"), Is.EqualTo(new[] { "200" }));
    }

    [TestCase("kind: sql, sql: select 1, hooks: [{hook: h, when: before, sql: \"select '${name:Name}'\"}]", "ORC1351")]
    [TestCase("kind: sql, sql: select 1, hooks: [{hook: h, when: after, sql: \"select ${name:Nix}\"}]", "ORC1352")]
    [TestCase("kind: check, check: {returnsNothing: \"select 1 from t_${name:Name}\"}", "ORC1351")]
    [TestCase("kind: check, check: {returnsNothing: \"select ${var:Name}\"}", "ORC1033")]
    [TestCase("source: {name: canary}, columns: [{column: n, dataType: int}], load: {pattern: Append}, "
        + "systemColumns: {RowAuditId: {column: RowAuditId, dataType: bigint}}, "
        + "watermarks: [{watermark: W, column: n, dataType: int, toSql: \"select 1 -- ${name:Name}\"}]", "ORC1351")]
    public void What_can_be_no_name_there_is_said_before_the_run(string keys, string code)
    {
        Solution($"- {{object: odd, {keys}}}");

        var looked = Call("validate");

        Assert.That(looked.ExitCode, Is.Not.Zero);
        Assert.That(looked.Out + looked.Error, Does.Contain(code));
    }

    [Test]
    public void What_a_hook_around_a_project_names_is_held_against_the_variables_as_well()
    {
        Solution("", "hooks: [{hook: behind, when: after, sql: \"select 1 from t_${name:Name}\"}]");

        var looked = Call("validate");

        Assert.That(looked.ExitCode, Is.Not.Zero);
        Assert.That(looked.Out + looked.Error, Does.Contain("ORC1351"));
    }

    private void Solution(string objects, string more = "") => _folder.Write("solution.yaml", $$"""
        formatVersion: 1
        solution: Names
        variables: [{variable: Name, dataType: nvarchar(60), scope: run}]
        connections: [{connection: Db, platform: Sqlite, file: lite.db}]
        batches: [{batch: Nightly, projects: [P]}]
        projects:
          - project: P
            source: Db
            target: Db
            {{more}}
            objects:
              - {object: get, kind: sql, sql: select 'a b' as v, sets: {Name: v} }
              {{objects.ReplaceLineEndings("\n      ")}}
        """);

    private List<string> Rows(string sql) => DataFile.Rows(_folder.Path, "lite.db", sql);

    private Called Call(params string[] arguments) => Called.With(_folder.Path, arguments);
}
