using System.Text.RegularExpressions;
using Orchestrator.Cli.Guide;

namespace Orchestrator.Cli.Tests;

/// <summary>What people see of loops with many turns, of which one fails, or none is there, or some are gone.</summary>
internal sealed partial class LoopScreensTests
{
    private const string Regions = "select 'DE' as Code, 'Germany' as Name union all select 'FR', 'France'";
    private const string Insert = "insert into seen values (@Code || ' ' || @Name)";

    private TemporaryFolder _folder = null!;

    [SetUp]
    public void Before()
    {
        _folder = new TemporaryFolder();
        _folder.Write("data/a.csv", "Id\n1\n");
        _folder.Write("solution.yaml", Block().Matches(GuidePages.Topic("loops"))[1].Groups[1].Value);
    }

    [TearDown]
    public void After() => _folder.Dispose();

    [Test]
    public void A_turn_that_fails_among_thirty_is_found_and_the_others_are_a_number()
    {
        FailAt17();

        var run = Call("run");
        var status = Call("status", "1");
        var json = Call("status", "1", "-o", "json");

        Assert.That(run.ExitCode, Is.EqualTo(1), run.Out + run.Error);
        Assert.That(run.Error, Does.Contain("turns  Staging/PerRegion: 30 turns ended, 1 failed")
            .And.Contain("failed Staging/region[17]").And.Contain("retry 1 -s Staging/region+")
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
    public void The_command_that_is_told_goes_on_with_the_turn_that_failed_and_with_no_other_one()
    {
        FailAt17();
        var run = Call("run");

        var retry = Call("retry", "1", "-s", "Staging/region+");

        Assert.That((run.ExitCode, retry.ExitCode), Is.EqualTo((1, 1)), retry.Out + retry.Error);
        Assert.That(Call("status", "2").Out,
            Does.Contain("Staging/PerRegion: 29 of 30 turns done (29 before), 1 failed"));
    }

    [TestCase("Staging/region[17]")]
    [TestCase("region[17]")]
    [TestCase("region[1*")]
    [TestCase("container:PerRegion[17]")]
    [TestCase("+Staging/region[17]+")]
    public void A_turn_that_only_the_run_finds_out_is_no_selection_and_what_is_one_is_said(string selection)
    {
        var run = Call("run", "-s", selection);

        Assert.That(run.ExitCode, Is.EqualTo(2), run.Out + run.Error);
        Assert.That(run.Error, Does.Contain("ORC3630").And.Contain("only the run finds out")
            .And.Contain(selection.StartsWith("container", StringComparison.Ordinal)
                ? "container:Staging/PerRegion" : "Write Staging/region"));
    }

    [Test]
    public void A_loop_that_has_to_have_turns_and_has_none_is_told_as_what_failed()
    {
        Change("{rows: Regions}", "{rows: Regions, onNone: fail}");
        Change("union all select 'FR', 'France'", "limit 0");

        var run = Call("run");

        Assert.That(run.ExitCode, Is.EqualTo(1), run.Out + run.Error);
        Assert.That(run.Error, Does.Contain("failed Staging/PerRegion").And.Contain("ORC3610"));
        Assert.That(Call("status", "1").Out, Does.Contain("Staging/PerRegion: no turn, failed")
            .And.Contain("failed Staging/PerRegion  ORC3610"));
        Assert.That(Call("status", "1", "--why").Out, Does.Contain("ORC3610"));
        Assert.That(Report(), Does.Contain("ORC3610"));
    }

    [Test]
    public void A_retry_says_which_turns_are_gone()
    {
        FailAt17();
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

    private void FailAt17()
    {
        Change(Regions, "with recursive n(i) as (select 1 union all select i + 1 from n where i < 30) "
            + "select substr('0' || i, -2) as Code, 'x' as Name from n");
        Change(Insert, "insert into seen select @Code || "
            + "json_extract(case @Code when '17' then 'no' else '1' end, '$')");
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

    [GeneratedRegex(@"(?s)```yaml\n(.*?)```")]
    private static partial Regex Block();
}
