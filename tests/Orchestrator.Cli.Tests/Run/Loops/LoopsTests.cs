using Microsoft.Data.Sqlite;

namespace Orchestrator.Cli.Tests.Run.Loops;

/// <summary>Loops of containers through the command line.</summary>
internal sealed class LoopsTests
{
    private TemporaryFolder _folder = null!;

    [SetUp]
    public void Before()
    {
        _folder = new TemporaryFolder();
        Directory.CreateDirectory(Path.Combine(_folder.Path, "data"));
        _folder.Write("solution.yaml", GuideExamples.Of("loops")[0]);
    }

    [TearDown]
    public void After() => _folder.Dispose();

    [Test]
    public void The_example_of_the_guide_has_each_month_of_each_region()
    {
        var run = Call("run");

        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        Assert.That(Rows("select region, month from seen order by region, month"),
            Is.EqualTo(new[] { "DE | 1", "DE | 2", "FR | 1", "FR | 2" }));
        Assert.That(Rows("select n from told"), Is.EqualTo(new[] { "4" }));
    }

    [Test]
    public void A_retry_does_again_the_turn_that_failed()
    {
        FailOneTurn();
        var run = Call("run");
        using (var database = new SqliteConnection($"Data Source={Staging};Pooling=False"))
        {
            database.Open();
            using var mend = database.CreateCommand();
            mend.CommandText = "update fault set text = '1'";
            mend.ExecuteNonQuery();
        }

        var retry = Call("retry");

        Assert.That((run.ExitCode, retry.ExitCode), Is.EqualTo((1, 0)), run.Out + retry.Out + retry.Error);
        Assert.That(Rows("select region, month from seen order by region, month"),
            Is.EqualTo(new[] { "DE | 1", "DE | 2", "FR | 1", "FR | 2" }));
        Assert.That(Call("status", "latest").Out, Does.Contain("Staging/PerRegion: 2 of 2 turns done"));
    }

    [Test]
    public void What_failed_in_a_turn_stands_first_among_the_turns()
    {
        FailOneTurn();

        var run = Call("run");
        var status = Call("status", "latest");
        var turns = Call("status", "latest", "--turns");

        Assert.That(run.ExitCode, Is.EqualTo(1));
        Assert.That(status.Out, Does.Contain("Staging/PerRegion: 1 of 2 turns done, 1 failed"));
        Assert.That(turns.Out.IndexOf("Staging/PerRegion[FR]", StringComparison.Ordinal),
            Is.GreaterThan(0).And.LessThan(turns.Out.IndexOf("Staging/PerRegion[DE]", StringComparison.Ordinal)));
        Assert.That(Call("status", "latest", "-o", "json").Out, Does.Contain("\"loop\": \"Staging/PerRegion\""));
        Assert.That(Call("status", "--turns", "--why").Error, Does.Contain("--why"));
        Assert.That(File.ReadAllText(Report()), Does.Contain("Staging/PerRegion[FR]"));
    }

    [Test]
    public void The_plan_shows_turns_and_stops_at_twenty()
    {
        Assert.That(Call("plan").Out, Does.Contain("2 turns").And.Contain("PerRegion[DE]").And.Contain("1 loop"));
        Change("{from: 1, to: 2,", "{from: 1, to: 30,");
        Assert.That(Call("plan").Out, Does.Contain("and 10 more turns").And.Not.Contain("Months[DE,21]"));
        Assert.That(Call("show", "Staging/PerRegion").Out,
            Does.Contain("forEach.values").And.Contain("[\"DE\",\"FR\"]"));
        Assert.That(Call("show", "Staging/Months[DE,3]").Out, Does.Contain("Month = 3"));
        Assert.That(Call("ls", "-s", "container:Months[FR,2]").Out, Does.Contain("month[FR,2]").And.Not.Contain("[DE"));
        Assert.That(Call("plan", "-o", "mermaid").Out, Does.Contain("PerRegion"));
        Assert.That(Call("validate").ExitCode, Is.Zero);
    }

    [Test]
    public void A_picture_and_a_difference_have_the_first_turns_and_the_number_of_the_others()
    {
        Assert.That(Call("run").ExitCode, Is.Zero);
        Change("{from: 1, to: 2,", "{from: 1, to: 30,");

        var difference = Call("diff", "--against", "1").Out;

        foreach (var kind in new[] { "dot", "mermaid" })
        {
            Assert.That(Call("plan", "-o", kind).Out, Does.Contain("10 more turns").And.Contain("DE,20")
                .And.Not.Contain("DE,21"));
        }

        Assert.That(Call("plan", "-o", "dot", "-s", "container:Months[DE,25]").Out,
            Does.Contain("month[DE,25]").And.Not.Contain("more turn"));
        Assert.That(difference, Does.Contain("and 36 more packages of Staging/month").And.Contain("month[DE,3]")
            .And.Not.Contain("month[FR,30]"));
        Assert.That(Call("status", "--freshness").ExitCode, Is.Zero);
    }

    private string Staging => Path.Combine(_folder.Path, ".orchestrator", "data", "Staging.db");

    private void FailOneTurn()
    {
        Change("sql: create table if not exists seen (region text, month integer)",
            "sql: |\n          create table if not exists seen (region text, month integer);\n"
            + "          create table if not exists fault (region text primary key, text text);\n"
            + "          insert or replace into fault values (@Region, case @Region when 'FR' then 'no' else '1' end)");
        Change("insert into seen values (@Region, @Month)", "insert into seen select @Region, @Month + 0 * "
            + "json_extract((select text from fault where region = @Region), '$')");
    }

    private Called Call(params string[] arguments) => Called.With(_folder.Path, arguments);

    private string Report()
    {
        var file = Path.Combine(_folder.Path, "report.html");
        var written = Call("report", "latest", "--file", file);
        Assert.That(written.ExitCode, Is.Zero, written.Error);
        return file;
    }

    private void Change(string old, string text)
    {
        var path = Path.Combine(_folder.Path, "solution.yaml");
        var before = File.ReadAllText(path);
        Assert.That(before, Does.Contain(old));
        File.WriteAllText(path, before.Replace(old, text, StringComparison.Ordinal));
    }

    private List<string> Rows(string sql)
    {
        using var database = new SqliteConnection($"Data Source={Staging};Mode=ReadOnly;Pooling=False");
        database.Open();
        return LedgerTables.Rows(database, sql);
    }
}
