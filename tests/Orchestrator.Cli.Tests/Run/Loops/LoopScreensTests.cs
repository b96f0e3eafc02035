using Microsoft.Data.Sqlite;

namespace Orchestrator.Cli.Tests.Run.Loops;

/// <summary>What people see of loops with many turns, of which one fails, or none is there, or some are gone.</summary>
internal sealed class LoopScreensTests
{
    private const string Found = "select 'DE' as Code, 'Germany' as Name union all select 'FR', 'France'";
    private const string Insert = "insert into seen values (@Code || ' ' || @Name)";

    private TemporaryFolder _folder = null!;

    [SetUp]
    public void Before()
    {
        _folder = new TemporaryFolder();
        _folder.Write("data/a.csv", "Id\n1\n");
        _folder.Write("solution.yaml", GuideExamples.Of("loops")[1]);
    }

    [TearDown]
    public void After() => _folder.Dispose();

    [Test]
    public void A_turn_that_fails_among_thirty_is_found_and_the_others_are_a_number()
    {
        FailAt("17");

        var run = Call("run");
        var status = Call("status", "1");
        var json = Call("status", "1", "-o", "json");

        Assert.That(run.ExitCode, Is.EqualTo(1), run.Out + run.Error);
        Assert.That(run.Error, Does.Contain("turns  Staging/PerRegion: 30 turns ended, 1 failed")
            .And.Contain("failed Staging/region[17]").And.Contain("retry 1 -s 'Staging/region[17]+'")
            .And.Not.Contain("Staging/region[16]"));
        Assert.That(status.Out, Does.Contain("Staging/PerRegion: 29 of 30 turns done, 1 failed (each with `status 1")
            .And.Contain("failed Staging/region[17]").And.Not.Contain("region[16]"));
        Assert.That(Call("status", "1", "--turns").Out.IndexOf("PerRegion[17]", StringComparison.Ordinal),
            Is.LessThan(Call("status", "1", "--turns").Out.IndexOf("PerRegion[01]", StringComparison.Ordinal)));
        Assert.That(json.Out, Does.Contain("\"loop\": \"Staging/PerRegion\""));
        Assert.That(Call("status", "1", "--watch").Out, Does.Contain("failed  Staging/region[17]")
            .And.Not.Contain("succeeded  Staging/region[16]"));
        Assert.That(Report(), Does.Contain("Staging/PerRegion[17]").And.Contain("29 of 30 turns done, 1 failed"));
    }

    [Test]
    public void Of_many_failures_in_a_loop_the_first_ones_are_told_and_the_others_counted()
    {
        FailAt([.. Enumerable.Range(1, 25).Select(code => $"{code:00}")]);

        var run = Call("run");

        Assert.That(run.Error.Split("failed Staging/region[").Length - 1, Is.EqualTo(20), run.Error);
        Assert.That(run.Error, Does.Contain("and 5 more failures in turns of Staging/PerRegion: `status 1 --turns`"));
        Assert.That(Call("status", "1").Out, Does.Contain("Staging/PerRegion: 5 of 30 turns done, 25 failed")
            .And.Contain("and 5 more failed (all with --why)"));
    }

    [Test]
    public void The_command_that_is_told_goes_on_with_the_turn_that_failed_and_with_no_other_one()
    {
        FailAt("17");
        var run = Call("run");

        var retry = Call("retry", "1", "-s", "Staging/region[17]+");

        Assert.That((run.ExitCode, retry.ExitCode), Is.EqualTo((1, 1)), retry.Out + retry.Error);
        Assert.That(Call("status", "2").Out,
            Does.Contain("Staging/PerRegion: 29 of 30 turns done (29 before), 1 failed"));
    }

    [TestCase("+Staging/region[16]", "161")]
    [TestCase("+region[1?] +region[02]", "021 101 111 121 131 141 151 161 171 181 191")]
    [TestCase("+region[1*],region[17] regions make", "171")]
    [TestCase("+*[16]", "161")]
    [TestCase("+container:PerRegion[0*]", "011 021 031 041 051 061 071 081 091")]
    public void A_run_has_the_turns_that_were_selected(string selection, string expected)
    {
        FailAt("99");

        var run = Call("run", "-s", selection);

        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        Assert.That(string.Join(' ', Regions()), Is.EqualTo(expected));
        Assert.That(Call("status", "1").Out,
            Does.Contain($"{Regions().Count} of 30 turns done, {30 - Regions().Count} not selected"));
    }

    [Test]
    public void A_turn_that_was_selected_and_is_not_there_is_told()
    {
        FailAt("99");

        var run = Call("run", "-s", "+Staging/region[XX]");

        Assert.That(run.Error, Does.Contain("Staging/PerRegion: none of its 30 turns is [XX], which was selected"));
        Assert.That(Regions(), Is.Empty);
    }

    [Test]
    public void A_retry_of_one_turn_leaves_the_others_that_failed_for_another_one()
    {
        FailAt("17", "18");
        var run = Call("run");
        Execute("update fault set text = '1'");

        var retry = Call("retry", "1", "-s", "Staging/region[17]");
        var last = Call("retry", "2");

        Assert.That((run.ExitCode, retry.ExitCode, last.ExitCode), Is.EqualTo((1, 0, 0)),
            run.Error + retry.Error + last.Error);
        Assert.That(retry.Out, Does.Contain("retry 2"));
        Assert.That(Call("status", "2").Out,
            Does.Contain("Staging/PerRegion: 29 of 30 turns done (28 before), 1 not selected"));
        Assert.That(Call("status", "3").Out, Does.Contain("Staging/PerRegion: 30 of 30 turns done (29 before)"));
        Assert.That(Regions(), Has.Count.EqualTo(30).And.Unique);
    }

    [Test]
    public void A_retry_that_leaves_a_loop_out_says_that_nobody_has_selected_it()
    {
        FailAt("17");
        var run = Call("run");

        var retry = Call("retry", "1", "--exclude", "region");

        Assert.That((run.ExitCode, retry.ExitCode), Is.EqualTo((1, 0)), run.Error + retry.Error);
        Assert.That(Call("status", "2").Out, Does.Contain("Staging/PerRegion: no turn, not selected"));
    }

    [Test]
    public void A_retry_has_no_other_turns_than_its_run_was_asked_for_though_that_came_to_none()
    {
        FailAt("99");
        Change("'x' as Name from n", "'x' as Name from n where (select count(*) from ready) = 0");
        var run = Call("run", "-s", "+Staging/region[16]");
        Execute("create table ready (x integer)");

        var retry = Call("retry", "1");

        Assert.That((run.ExitCode, retry.ExitCode), Is.EqualTo((1, 0)), run.Error + retry.Error);
        Assert.That(Regions(), Is.EqualTo(new[] { "161" }));
        Assert.That(Call("status", "2").Out,
            Does.Contain("Staging/PerRegion: 1 of 30 turns done, 29 not selected").And.Not.Contain("retry 2"));
    }

    [TestCase("--exclude")]
    [TestCase("--from")]
    public void Only_a_selection_names_a_turn_that_the_run_finds_out(string option)
    {
        var run = Call("run", option, "Staging/region[17]");

        Assert.That(run.ExitCode, Is.EqualTo(2), run.Out + run.Error);
        Assert.That(run.Error, Does.Contain("ORC2106").And.Contain("Write Staging/region"));
    }

    [Test]
    public void A_loop_that_has_to_have_turns_and_has_none_is_told_as_what_failed()
    {
        Change("{rows: Regions}", "{rows: Regions, onNone: fail}");
        Change("union all select 'FR', 'France'", "limit 0");

        var run = Call("run");

        Assert.That(run.ExitCode, Is.EqualTo(1), run.Out + run.Error);
        Assert.That(run.Error, Does.Contain("failed Staging/PerRegion").And.Contain("ORC3610")
            .And.Match("so that it has no turn \\([A-Za-z/]+\\.yaml:[0-9]+:[0-9]+\\)"));
        Assert.That(Call("status", "1").Out, Does.Contain("Staging/PerRegion: no turn, failed")
            .And.Contain("failed Staging/PerRegion  ORC3610"));
        Assert.That(run.Out + run.Error, Does.Contain("groups: 1 failed"));
        Assert.That(Call("status", "1").Out, Does.Contain("groups: 1 failed"));
        Assert.That(Call("status", "1", "-o", "json").Out, Does.Contain("\"groups_failed\": 1"));
        Assert.That(Report(), Does.Contain("groups failed"));
        Assert.That(Call("status", "1", "--why").Out, Does.Contain("ORC3610"));
        Assert.That(Call("logs", "1", "-o", "json").Out, Does.Contain("\"code\":\"ORC3610\""));
        Assert.That(Report(), Does.Contain("ORC3610"));
    }

    [Test]
    public void A_retry_says_which_turns_are_gone()
    {
        FailAt("17");
        Call("run");
        Change("i < 30", "i < 10");

        var retry = Call("retry", "1");

        Assert.That(retry.ExitCode, Is.Zero, retry.Out + retry.Error);
        Assert.That(retry.Error, Does.Contain("Staging/PerRegion: 20 turns of run 1 are not there any more: "
            + "11, 12, 13, 14, 15, 16, 17, 18, 19, 20 and 10 more"));
    }

    [Test]
    public void Lineage_is_told_of_each_package_of_a_turn()
    {
        var run = Called.With(_folder.Path, new() { ["OPENLINEAGE__TRANSPORT__TYPE"] = "file" }, false, "run");

        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        Assert.That(run.Error, Does.Not.Contain("lineage"));
        Assert.That(File.ReadAllText(Directory.GetFiles(
            _folder.Path, "lineage.ndjson", SearchOption.AllDirectories).Single()), Does.Contain("Staging/region[FR]"));
    }

    /// <summary>Thirty turns, of which these fail until a table says otherwise.</summary>
    private void FailAt(params string[] codes)
    {
        Change(Found, "with recursive n(i) as (select 1 union all select i + 1 from n where i < 30) "
            + "select substr('0' || i, -2) as Code, 'x' as Name from n");
        Change("sql: create table seen (what text)}", "sql: \"create table seen (what text); create table fault "
            + "(code text primary key, text text); insert into fault values "
            + string.Join(", ", codes.Select(code => $"('{code}', 'no')")) + "\"}");
        Change(Insert, "insert into seen select @Code || "
            + "json_extract(coalesce((select text from fault where code = @Code), '1'), '$')");
    }

    /// <summary>What the turns have written.</summary>
    private List<string> Regions()
    {
        using var database = Open();
        return LedgerTables.Rows(database, "select what from seen where length(what) = 3 order by what");
    }

    private void Execute(string sql)
    {
        using var database = Open();
        using var command = database.CreateCommand();
        command.CommandText = sql;
        command.ExecuteNonQuery();
    }

    private SqliteConnection Open()
    {
        var file = Path.Combine(_folder.Path, ".orchestrator", "data", "Staging.db");
        var database = new SqliteConnection($"Data Source={file};Pooling=False");
        database.Open();
        return database;
    }

    private string Report()
    {
        var file = Path.Combine(_folder.Path, "report.html");
        var written = Call("report", "latest", "--file", file);
        Assert.That(written.ExitCode, Is.Zero, written.Error);
        return File.ReadAllText(file);
    }

    private Called Call(params string[] arguments) => Called.With(_folder.Path, arguments);

    private void Change(string old, string text)
    {
        var path = Path.Combine(_folder.Path, "solution.yaml");
        var before = File.ReadAllText(path);
        Assert.That(before, Does.Contain(old));
        File.WriteAllText(path, before.Replace(old, text, StringComparison.Ordinal));
    }
}
