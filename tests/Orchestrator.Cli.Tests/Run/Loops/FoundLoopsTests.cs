using Microsoft.Data.Sqlite;

namespace Orchestrator.Cli.Tests.Run.Loops;

/// <summary>Loops whose turns the run finds out: rows, a query, files, and a condition.</summary>
internal sealed class FoundLoopsTests
{
    private const string Rows = "forEach: {rows: Regions}";

    // Statements that fail in one turn, until somebody has put 'go' there.
    private const string Unless = "and not exists (select 1 from seen where what = 'go') "
        + "then abs(-9223372036854775807 - 1)";

    private TemporaryFolder _folder = null!;

    [SetUp]
    public void Before()
    {
        _folder = new TemporaryFolder();
        _folder.Write("data/a.csv", "Id\n1\n");
        _folder.Write("data/b.csv", "Id\n2\n");
        _folder.Write("solution.yaml", GuideExamples.Of("loops")[1]);
    }

    [TearDown]
    public void After() => _folder.Dispose();

    [Test]
    public void The_example_of_the_guide_has_a_turn_for_each_row_file_and_time()
    {
        var run = Call("run");

        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        Assert.That(Seen(), Is.EqualTo(new[] { "DE Germany", "FR France", "a.csv", "b.csv", "turn 1", "turn 2" }));
        Assert.That(Call("status", "latest").Out, Does.Contain("Staging/PerRegion: 2 of 2 turns done")
            .And.Contain("Staging/PerFile: 2 of 2 turns done").And.Contain("Staging/Again: 2 of 2 turns done"));
        Assert.That(Call("status", "latest", "--turns").Out, Does.Contain("Staging/PerRegion[DE]"));
    }

    [Test]
    public void Where_a_loop_has_failed_as_it_had_no_turn_a_retry_asks_again_which_there_are()
    {
        Change("forEach: {files: \"*.csv\"", "forEach: {files: \"*.csv\", onNone: fail");
        File.Delete(Path.Combine(_folder.Path, "data", "a.csv"));
        File.Delete(Path.Combine(_folder.Path, "data", "b.csv"));
        var (run, early) = (Call("run"), Call("retry"));
        _folder.Write("data/late.csv", "Id\n1\n");

        var retry = Call("retry");

        Assert.That((run.ExitCode, early.ExitCode, retry.ExitCode), Is.EqualTo((1, 1, 0)), retry.Out + retry.Error);
        Assert.That(Seen(), Is.EqualTo(new[] { "DE Germany", "FR France", "late.csv", "turn 1", "turn 2" }));
    }

    [Test]
    public void The_plan_says_what_there_are_turns_for()
    {
        var plan = Call("plan").Out;

        Assert.That(plan, Does.Contain("× rows of Regions").And.Contain("again while Left > 0, 10 turns at most")
            .And.Contain("PerFile#turns"));
        Assert.That(Call("show", "Staging/PerFile").Out, Does.Contain("forEach.files").And.Contain("*.csv"));
        Assert.That(Call("plan", "-o", "json").Out, Does.Contain("\"rows\": \"Regions\""));
        Assert.That(Call("validate").ExitCode, Is.Zero);
    }

    [Test]
    public void A_picture_has_a_loop_as_a_group_that_says_what_there_are_turns_for()
    {
        var (dot, mermaid) = (Call("plan", "-o", "dot").Out, Call("plan", "-o", "mermaid").Out);

        Assert.That(dot, Does.Contain("label=\"PerRegion × rows of Regions\"")
            .And.Contain("label=\"Again again while Left > 0, 10 turns at most\"").And.Contain("label=\"region\"")
            .And.Contain("[label=\"Regions\", style=dashed]"));
        Assert.That(mermaid, Does.Contain("PerRegion #215; rows of Regions").And.Contain("-. Regions .->")
            .And.Contain("-. \"Staging/PerFile#35;turns\" .->"));
    }

    [Test]
    public void A_package_of_a_turn_is_needed_only_where_its_condition_is_true()
    {
        Change("container: PerRegion, sql", "container: PerRegion, when: \"Code = 'DE'\", sql");

        var run = Call("run");

        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        Assert.That(Seen(), Has.Member("DE Germany").And.None.EqualTo("FR France"));
    }

    [Test]
    public void A_query_tells_rows_as_well_and_odd_ones_have_names_of_their_own()
    {
        Change(Rows, "forEach: {query: \"select 'a[b]' as Code, '.' as Name union all select null, '' "
            + "union all select '', null union all select 'a[b]', '2'\", connection: Staging, "
            + "rows: {Code: nvarchar(9), Name: nvarchar(9)}}");
        Change("(@Code || ' ' || @Name)", "(coalesce(@Code, '-') || '|' || coalesce(@Name, '-'))");

        var run = Call("run");

        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        Assert.That(Seen().Where(what => what.Contains('|', StringComparison.Ordinal)),
            Is.EquivalentTo(new[] { "-|", "a[b]|.", "a[b]|2", "|-" }));
        Assert.That(Call("status", "latest", "--turns").Out, Does.Contain("Staging/PerRegion[a%5Bb%5D]")
            .And.Contain("Staging/PerRegion[a%5Bb%5D#2]").And.Contain("Staging/PerRegion[%N]")
            .And.Contain("Staging/PerRegion[]"));
    }

    [Test]
    public void A_query_asks_a_file_that_another_program_has_made()
    {
        var file = Path.Combine(_folder.Path, "crm.db");
        using (var crm = new SqliteConnection($"Data Source={file};Pooling=False"))
        {
            crm.Open();
            using var make = crm.CreateCommand();
            make.CommandText = "create table region (code text); insert into region values ('IT')";
            make.ExecuteNonQuery();
        }

        Change("connections:\n", "connections:\n  - {connection: Crm, platform: Sqlite, file: \""
            + file.Replace('\\', '/') + "\"}\n");
        Change(Rows, "forEach: {query: \"select code as Code, code as Name from region\", connection: Crm, "
            + "rows: {Code: nvarchar(9), Name: nvarchar(9)}}");

        var run = Call("run");

        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        Assert.That(Seen(), Has.Member("IT IT"));
    }

    [TestCase("", 0)]
    [TestCase(", onNone: fail", 1)]
    public void No_row_is_a_failure_only_where_that_is_said(string more, int exitCode)
    {
        Change("{rows: Regions}", $"{{rows: Regions{more}}}");
        Change("union all select 'FR', 'France'", "limit 0");

        var run = Call("run");

        Assert.That(run.ExitCode, Is.EqualTo(exitCode), run.Out + run.Error);
    }

    [Test]
    public void Who_handles_a_loop_that_fails_by_itself_is_told_why()
    {
        Change("{rows: Regions}", "{rows: Regions, onNone: fail}");
        Change("union all select 'FR', 'France'", "limit 0");
        Change("      - {container: Again,", "      - {container: Told, level: 20}\n      - {container: Again,");
        Change("      - {object: region,", "      - {object: told, kind: sql, container: Told, "
            + "dependsOn: [{container: PerRegion, outcome: Failure}], "
            + "sql: \"insert into seen values (@orchestrator_error_code || ' ' || @orchestrator_error_object)\"}\n"
            + "      - {object: region,");

        var run = Call("run");

        Assert.That(run.ExitCode, Is.EqualTo(1), run.Out + run.Error);
        Assert.That(Seen(), Does.Contain("ORC3610 Staging/PerRegion"), run.Out + run.Error);
    }

    [Test]
    public void Whose_condition_is_not_true_is_not_asked_for_its_turns()
    {
        Change(Rows, "when: Left > 5, forEach: {query: \"select Code from nowhere\", connection: Staging, "
            + "rows: {Code: char(2), Name: nvarchar(40)}}");

        var run = Call("run");

        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        Assert.That(Seen(), Is.EqualTo(new[] { "a.csv", "b.csv", "turn 1", "turn 2" }));
    }

    [Test]
    public void A_retry_asks_the_handler_of_a_turn_again_and_repeats_no_turn_that_is_done()
    {
        Change("insert into seen values (@Code || ' ' || @Name)\"}", $"insert into seen select case when @Code = 'FR' "
            + $"{Unless} else @Code || ' ' || @Name end\"}}\n      - {{object: told, kind: sql, container: PerRegion, "
            + "dependsOn: [{object: region, outcome: Failure}], "
            + "sql: \"insert into seen values ('failed ' || @Code)\"}");

        var (run, again) = (Call("run"), Call("retry"));
        LetGo();
        var last = Call("retry");

        Assert.That((run.ExitCode, again.ExitCode, last.ExitCode), Is.EqualTo((1, 1, 0)), last.Out + last.Error);
        Assert.That(Seen(), Is.EqualTo(new[]
        {
            "DE Germany", "FR France", "a.csv", "b.csv", "failed FR", "failed FR", "go", "turn 1", "turn 2",
        }));
    }

    [TestCase("Staging/region[FR]+")]
    [TestCase("Staging/region")]
    public void A_retry_of_one_package_of_a_turn_has_the_value_that_another_one_has_set_there(string selected)
    {
        Change("  - {variable: Left,",
            "  - {variable: Word, scope: run, dataType: nvarchar(40)}\n  - {variable: Left,");
        Change("      - {object: region,", "      - {object: word, kind: sql, container: PerRegion, "
            + "sql: \"select @Code || ' word' as w\", sets: {Word: w}}\n      - {object: region,");
        Change("insert into seen values (@Code || ' ' || @Name)\"}",
            $"insert into seen select case when @Code = 'FR' {Unless} else @Word end\", dependsOn: [word]}}");

        var run = Call("run");
        LetGo();
        var retry = Call("retry", "-s", selected);

        Assert.That((run.ExitCode, retry.ExitCode), Is.EqualTo((1, 0)), run.Out + retry.Out + retry.Error);
        Assert.That(Seen().Where(what => what.EndsWith("word", StringComparison.Ordinal)),
            Is.EqualTo(new[] { "DE word", "FR word" }));
    }

    [Test]
    public void Behind_a_turn_that_a_retry_repeats_in_part_the_next_one_has_all_of_its_packages()
    {
        Change("      - object: again\n", "      - {object: plain, kind: sql, container: Again, "
            + "sql: \"insert into seen values ('plain ' || @Turn)\"}\n"
            + "      - {object: odd, kind: sql, container: Again, dependsOn: [again], "
            + $"sql: \"insert into seen select case when @Turn = 1 {Unless} else 'odd ' || @Turn end\"}}\n"
            + "      - object: again\n");

        var run = Call("run");
        LetGo();
        var retry = Call("retry");

        Assert.That((run.ExitCode, retry.ExitCode), Is.EqualTo((1, 0)), run.Out + retry.Out + retry.Error);
        Assert.That(Seen(), Is.EqualTo(new[]
        {
            "DE Germany", "FR France", "a.csv", "b.csv", "go", "odd 1", "odd 2", "plain 1", "plain 2", "turn 1",
            "turn 2",
        }));
    }

    [TestCase("'DE'")]
    [TestCase("null")]
    public void A_retry_repeats_no_row_that_is_done_where_rows_with_equal_keys_come_in_another_order(string key)
    {
        var (one, other) = ($"select {key}, 'Ulm'", $"select {key}, 'Bonn'");
        Change("select 'DE' as Code, 'Germany' as Name union all select 'FR', 'France'",
            $"select {key} as Code, 'Kiel' as Name union all {one} union all {other}");
        Change("values (@Code || ' ' || @Name)", $"select case when @Name = 'Ulm' {Unless} else @Name end");

        var run = Call("run");
        Change($"union all {one} union all {other}", $"union all {other} union all {one}");
        LetGo();
        var retry = Call("retry");

        Assert.That((run.ExitCode, retry.ExitCode), Is.EqualTo((1, 0)), run.Out + retry.Out + retry.Error);
        Assert.That(Seen().Where(what => what is "Kiel" or "Ulm" or "Bonn"),
            Is.EqualTo(new[] { "Bonn", "Kiel", "Ulm" }), retry.Out);
    }

    [Test]
    public void The_report_of_a_run_knows_what_packages_in_turns_waited_for()
    {
        Change("      - {object: region,", "      - {object: again2, kind: sql, container: PerRegion, "
            + "dependsOn: [region], sql: \"insert into seen values (@Code)\"}\n      - {object: region,");
        var run = Call("run");

        var report = Call("report", "latest", "--file", Path.Combine(_folder.Path, "report.html"));

        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        Assert.That(report.ExitCode, Is.Zero, report.Out + report.Error);
        Assert.That(File.ReadAllText(Path.Combine(_folder.Path, "report.html")), Does.Contain("again2[DE]"));
    }

    [Test]
    public void Who_selects_a_turn_of_a_condition_means_all_as_each_follows_from_the_one_before()
    {
        var run = Call("run", "-s", "+Staging/again[2]");

        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        Assert.That(Seen(), Is.EqualTo(new[] { "turn 1", "turn 2" }));
    }

    [TestCase("level: 20, forEach: {query: \"select 'DE' as Land\", connection: Staging, rows: {Land: char(2)}}",
        "city_${var:Land}", 1)]
    [TestCase("level: 25, forEach: {query: \"select 'DE' as Land\", connection: Staging, rows: {Land: char(2)}}",
        "city_${var:Land}", 0)]
    [TestCase("level: 20, forEach: {query: \"select 'IT' as Land\", connection: Staging, rows: {Land: char(2)}}",
        "city_${var:Land}", 0)]
    [TestCase("level: 20", "city_DE", 1)]
    [TestCase("level: 25", "city_DE", 0)]
    public void A_turn_and_whoever_else_writes_its_table_beside_it_are_told(string other, string table, int exitCode)
    {
        Change("      - {container: PerFile,", $"      - {{container: Other, {other}}}\n      - {{container: PerFile,");
        Change("      - {object: region,", "      - {object: city, container: PerRegion, source: {file: a.csv}, "
            + "target: {name: \"city_${var:Code}\"}}\n      - {object: town, container: Other, source: {file: a.csv}, "
            + $"target: {{name: \"{table}\"}}}}\n      - {{object: region,");

        var run = Call("run");

        Assert.That(run.ExitCode, Is.EqualTo(exitCode), run.Out + run.Error);
        Assert.That((run.Out + run.Error).Contains("ORC3612", StringComparison.Ordinal), Is.EqualTo(exitCode == 1));
    }

    [TestCase("+Staging/city", 0)]
    [TestCase("+Staging/city[DE]", 0)]
    [TestCase("Staging/town +Staging/city[FR]", 0)]
    [TestCase("Staging/town +Staging/city", 1)]
    public void A_package_that_the_run_leaves_out_writes_no_target(string selected, int exitCode)
    {
        Change("      - {container: PerFile,", "      - {container: Other, level: 20}\n      - {container: PerFile,");
        Change("      - {object: region,", "      - {object: city, container: PerRegion, source: {file: a.csv}, "
            + "target: {name: \"city_${var:Code}\"}}\n      - {object: town, container: Other, source: {file: a.csv}, "
            + "target: {name: city_DE}}\n      - {object: region,");

        var run = Call(["run", .. selected.Split(' ').SelectMany(one => new[] { "-s", one })]);

        Assert.That(run.ExitCode, Is.EqualTo(exitCode), run.Out + run.Error);
        Assert.That((run.Out + run.Error).Contains("ORC3612", StringComparison.Ordinal), Is.EqualTo(exitCode == 1));
    }

    [Test]
    public void Whether_the_tables_of_turns_are_there_is_not_asked_before_the_run()
    {
        Change("      - {object: region,", "      - {object: city, container: PerRegion, source: {file: a.csv}, "
            + "target: {name: \"city_${var:Code}\", create: never}}\n      - {object: region,");

        var online = Call("validate", "--online");

        Assert.That(online.Out + online.Error, Does.Not.Contain("ORC3510").And.Not.Contain("ORC10"));
    }

    private Called Call(params string[] arguments) => Called.With(_folder.Path, arguments);

    private void Change(string old, string text)
    {
        var path = Path.Combine(_folder.Path, "solution.yaml");
        var before = File.ReadAllText(path);
        Assert.That(before, Does.Contain(old));
        File.WriteAllText(path, before.Replace(old, text, StringComparison.Ordinal));
    }

    private string Staging => Path.Combine(_folder.Path, ".orchestrator", "data", "Staging.db");

    private void LetGo()
    {
        using var database = new SqliteConnection($"Data Source={Staging};Pooling=False");
        database.Open();
        using var command = database.CreateCommand();
        command.CommandText = "insert into seen values ('go')";
        command.ExecuteNonQuery();
    }

    private List<string> Seen()
    {
        using var database = new SqliteConnection($"Data Source={Staging};Mode=ReadOnly;Pooling=False");
        database.Open();
        return LedgerTables.Rows(database, "select what from seen order by what");
    }
}
