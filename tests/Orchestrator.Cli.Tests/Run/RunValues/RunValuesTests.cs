using Microsoft.Data.Sqlite;

namespace Orchestrator.Cli.Tests.Run.RunValues;

/// <summary>Values that a run finds out: set by statements, recorded, read by others, and again by a retry.</summary>
internal sealed class RunValuesTests
{
    private SmallSolution _solution = null!;

    [SetUp]
    public void Before()
    {
        _solution = new SmallSolution();
        Declare(
            "{variable: Cutoff, dataType: nvarchar(40), scope: run}",
            "{variable: Changed, dataType: int, scope: run}",
            "{variable: Regions, scope: run, rows: {Code: char(2), Db: nvarchar(40)}}");
        Sql("make", "create table c (at text); insert into c values ('x'), ('{0}');"
            + " create table night (cutoff text, changed integer)", "");
        Sql("get_cutoff", "select max(at) as LastAt, count(*) as N from c", "sets: {Cutoff: LastAt}", "make");
        Sql("mark", "update c set at = at || '!' where at = @Cutoff", "sets: {Changed: changed}");
        Sql("note", "insert into night values (@Cutoff, @Changed)", "");
    }

    [TearDown]
    public void After() => _solution.Dispose();

    [Test]
    public void Readers_get_what_was_set_and_the_ledger_keeps_it()
    {
        var run = Night();

        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        Assert.That(Rows("select cutoff, changed from night"), Is.EqualTo(new[] { "{0} | 1" }));
        Assert.That(Recorded(), Is.EqualTo(new[]
        {
            "Staging/get_cutoff | Cutoff | nvarchar(40) | {0} | 0", "Staging/mark | Changed | int | 1 | 0",
        }));
        Assert.That(_solution.Call("status", "1", "-o", "json").Out,
            Does.Contain("\"variable\": \"Cutoff\"").And.Contain("\"value\": \"{0}\""));
    }

    [Test]
    public void Plan_and_graph_and_show_say_who_waits_for_whom()
    {
        Assert.That(_solution.Call("plan").Out, Does.Contain("sets Cutoff").And.Contain("reads Cutoff, Changed"));
        Assert.That(_solution.Call("show", "note").Out,
            Does.Contain("reads Cutoff of Staging/get_cutoff").And.Contain("reads Changed of Staging/mark"));
        Assert.That(_solution.Call("show", "mark").Out, Does.Contain("sets.Changed.dataType"));
        Assert.That(_solution.Call("show", "note", "-o", "json").Out, Does.Contain("\"reads_values\""));
        Assert.That(_solution.Call("plan", "-o", "json").Out, Does.Contain("\"is_sensitive\": false"));
        Assert.That(_solution.Call("plan", "-o", "mermaid").Out, Does.Contain("-. Cutoff .->"));
        Assert.That(_solution.Call("plan", "-o", "dot").Out, Does.Contain("[label=\"Changed\", style=dashed]"));
        Assert.That(_solution.Call("ls", "-s", "get_cutoff+").Out, Does.Contain("note").And.Not.Contain("make"));
    }

    [Test]
    public void A_retry_gives_the_values_of_then_and_runs_no_setter_again()
    {
        Sql("note", "insert into nowhere values (@Cutoff, @Changed)", "");
        Assert.That(Night().ExitCode, Is.Not.Zero);
        Sql("note", "insert into night values (@Cutoff, @Changed)", "");

        var retry = _solution.Call("retry");

        Assert.That(retry.ExitCode, Is.Zero, retry.Out + retry.Error);
        Assert.That(Rows("select cutoff, changed from night"), Is.EqualTo(new[] { "{0} | 1" }));
        Assert.That(Recorded(), Has.Length.EqualTo(2));
        Assert.That(Rows("select at from c order by at"), Is.EqualTo(new[] { "x", "{0}!" }));
    }

    [Test]
    public void A_setter_whose_variable_has_another_type_runs_again_with_its_readers()
    {
        Sql("note", "insert into nowhere values (@Cutoff, @Changed)", "");
        Night();
        Sql("note", "insert into night values (@Cutoff, @Changed)", "");
        Change("solution.yaml", "dataType: int, scope: run", "dataType: bigint, scope: run");

        var retry = _solution.Call("retry");

        Assert.That(retry.ExitCode, Is.Zero, retry.Out + retry.Error);
        Assert.That(Rows("select cutoff, changed from night"), Is.EqualTo(new[] { "{0} | 0" }));
        Assert.That(Recorded()[^1], Is.EqualTo("Staging/mark | Changed | bigint | 0 | 0"));
    }

    [TestCase("select at as LastAt from c where 0", "the result has no row; where that means NULL, write onNone: null")]
    [TestCase("select at as LastAt from c", "the result has 2 rows, and one is wanted")]
    [TestCase("select at as Other from c limit 1", "the result has no column 'LastAt', it has Other")]
    [TestCase("select hex(zeroblob(100)) as LastAt", "it has 200, 40 are taken")]
    public void What_cannot_be_set_fails_the_attempt_and_nothing_of_it_stays(string sql, string why)
    {
        Sql("get_cutoff", $"delete from c; {sql.Replace(" from c", " from old", StringComparison.Ordinal)}",
            "sets: {Cutoff: LastAt}", "make");
        Sql("make", "create table c (at text); insert into c values ('x'); create table old (at text);"
            + " insert into old values ('a'), ('b'); create table night (cutoff text, changed integer)", "");

        var run = Night();

        Assert.That(run.ExitCode, Is.Not.Zero);
        Assert.That(run.Out + run.Error, Does.Contain("ORC3524"));
        Assert.That(LedgerTables.Rows(_solution.Folder, "select message from errors"), Has.Some.Contains(why));
        Assert.That(LedgerTables.Rows(_solution.Folder, "select script from errors"), Has.Some.EndsWith(".yaml"));
        Assert.That(Rows("select count(*) from c"), Is.EqualTo(new[] { "1" }));
        Assert.That(Recorded(), Is.Empty);
    }

    [TestCase("it's '' ]] ; drop table c; --")]
    [TestCase("a\"b/*")]
    [TestCase("\u2019 NULL $1 ?1 :a")]
    public void A_value_is_data_whatever_it_holds(string text)
    {
        var quoted = text.Replace("'", "''", StringComparison.Ordinal);
        Sql("make", $"create table c (at text); insert into c values ('{quoted}');"
            + " create table night (cutoff text, changed integer)", "");

        var run = Night();

        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        Assert.That(Rows("select cutoff, changed from night"), Is.EqualTo(new[] { $"{text} | 1" }));
    }

    [Test]
    public void No_row_may_mean_NULL_and_all_rows_may_be_taken()
    {
        Sql("get_cutoff", "select at as LastAt from c where 0", "sets: {Cutoff: LastAt}\nonNone: null", "make");
        Sql("regions", "select 'DE' as code, at as Db from c order by at", "sets: {Regions: rows}", "make");

        var run = Night("regions");

        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        Assert.That(Rows("select cutoff is null, changed from night"), Is.EqualTo(new[] { "1 | 0" }));
        Assert.That(Recorded().Single(one => one.Contains("Regions", StringComparison.Ordinal)), Is.EqualTo(
            "Staging/regions | Regions | rows(\"Code\" char(2), \"Db\" nvarchar(40)) | DE\tx\nDE\t{0}\n | 0"));
    }

    [Test]
    public void A_sensitive_value_is_in_no_text()
    {
        const string Declared = "dataType: nvarchar(40), scope: run";
        Change("solution.yaml", Declared, $"{Declared}, sensitive: true");
        Sql("get_cutoff", "select replace('hXhXhXhXhXhXhXhXhX', 'X', 'ush-') as LastAt",
            "sets: {Cutoff: LastAt}", "make");

        var failed = Night();
        Sql("get_cutoff", "select replace('hX', 'X', 'ush') as LastAt", "sets: {Cutoff: LastAt}", "make");
        Sql("note", "insert into nowhere values (@Cutoff)", "");
        var retry = _solution.Call("retry");

        Assert.That(failed.ExitCode, Is.Not.Zero);
        var status = _solution.Call("status", "2", "-o", "json");
        Assert.That(status.Out, Does.Contain("\"is_sensitive\": true"));
        Assert.That(failed.Out + failed.Error + retry.Out + retry.Error + status.Out, Does.Not.Contain("hush"));
        Assert.That(LedgerTables.Rows(_solution.Folder, "select message from errors"), Has.None.Contains("hush"));
        Assert.That(Recorded()[0], Does.EndWith("| hush | 1"));
    }

    [Test]
    public void A_selection_without_whoever_sets_the_value_does_not_begin()
    {
        var run = _solution.Call("run", "-s", "make", "-s", "note", "-s", "mark");

        Assert.That(run.ExitCode, Is.Not.Zero);
        Assert.That(run.Error,
            Does.Contain("ORC3529").And.Contain("Staging/get_cutoff, which sets it, is not part of this run"));
        Assert.That(LedgerTables.Rows(_solution.Folder, "select count(*) from runs"), Is.EqualTo(new[] { "0" }));
    }

    [Test]
    public void A_retry_behind_a_skipped_setter_runs_all_but_who_reads_its_value()
    {
        Sql("mark", "select 1", "");
        Sql("other", "insert into nowhere values (1)", "");
        Sql("note", "insert into nowhere values (@Cutoff)", "");
        Night("other");
        LedgerTables.Execute(_solution.Folder, """
            DELETE FROM run_values;
            UPDATE nodes SET state = 'SkippedByOperator' WHERE name = 'Staging/get_cutoff';
            INSERT INTO requests SELECT NULL, 1, 'Skip', node, 'success', 'none today', 'ann', 1, 1, 'Done', ''
                FROM nodes WHERE name = 'Staging/get_cutoff';
            """);
        Sql("other", "insert into night values ('other', 1)", "", "make");
        Sql("note", "insert into night values (@Cutoff, 2)", "");

        var retry = _solution.Call("retry");

        Assert.That(retry.ExitCode, Is.EqualTo(1), retry.Out + retry.Error);
        Assert.That(retry.Out + retry.Error,
            Does.Contain("Cutoff has no value: Staging/get_cutoff has set none").And.Contain("ORC3529"));
        Assert.That(Rows("select cutoff, changed from night"), Is.EqualTo(new[] { "other | 1" }));
    }

    private Called Night(params string[] more)
    {
        string[] names = ["make", "get_cutoff", "mark", "note", .. more];
        return _solution.Call(["run", .. names.SelectMany(name => new[] { "-s", name })]);
    }

    private void Declare(params string[] variables) => Change("solution.yaml", "connections:",
        $"variables:\n{string.Concat(variables.Select(variable => $"  - {variable}\n"))}connections:");

    private void Change(string file, string old, string text)
    {
        var path = Path.Combine(_solution.Folder, file);
        var before = File.ReadAllText(path);
        Assert.That(before, Does.Contain(old));
        File.WriteAllText(path, before.Replace(old, text, StringComparison.Ordinal));
    }

    private void Sql(string name, string sql, string more, string? dependsOn = null) => _solution.Write(
        $"projects/Staging/objects/{name}.yaml",
        $"object: {name}\nkind: sql\nsql: |\n  {sql}\ndependsOn: [{dependsOn}]\n{more}\n");

    private string[] Recorded() => [.. LedgerTables.Rows(_solution.Folder,
        "select n.name, v.variable, v.data_type, v.value, v.is_sensitive from run_values v "
        + "join attempts a on a.attempt = v.attempt join nodes n on n.run = a.run and n.node = a.node "
        + "order by v.attempt, v.variable")];

    private List<string> Rows(string sql)
    {
        var file = Path.Combine(_solution.Folder, ".orchestrator", "data", "Staging.db");
        using var database = new SqliteConnection($"Data Source={file};Mode=ReadOnly;Pooling=False");
        database.Open();
        return LedgerTables.Rows(database, sql);
    }
}
