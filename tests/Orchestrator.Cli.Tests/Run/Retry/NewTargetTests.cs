namespace Orchestrator.Cli.Tests.Run.Retry;

/// <summary>
/// The target is a new file, or was put back by a copy from before a table's first load: rows come out right, or
/// nothing is written and both `doctor` and the refusal name what disagrees and what heals it.
/// </summary>
internal sealed class NewTargetTests : CopiedNights
{
    [TestCase($"load: {{pattern: Append}}, {Watermark}{Plain}", "")]
    [TestCase($"load: {{pattern: Append, commitRows: 1}}, {Watermark}{Plain}", "create table other(id int)")]
    [TestCase($"load: {{pattern: Merge}}, {Watermark}{Keyed}", "")]
    [TestCase($"load: {{pattern: DeltaInsert}}, {Watermark}{Keyed}", "create table other(id int)")]
    public void A_target_from_before_its_first_load_loses_no_row_and_is_healed_by_what_the_refusal_says(
        string load, string stood)
    {
        Solution(load);
        Night("1", "2", "3");
        Night("4");
        NewTarget(stood);
        Sell("5");

        var refused = Call("run");
        var found = Call("doctor");

        Assert.That(refused.ExitCode, Is.EqualTo(1), refused.Out);
        Assert.That(refused.Out + refused.Error, Does.Contain("ORC3464").And.Contain("attempt 2")
            .And.Contain("orchestrator doctor --fix").And.Contain("--full-refresh"));
        Assert.That(found.ExitCode, Is.EqualTo(1));
        Assert.That(found.Out, Does.Contain("ORC4178").And.Contain("holds no load").And.Contain("sale"));

        Assert.That(Call("doctor", "--fix", "--yes").Out, Does.Contain("fixed     ORC4178"));
        var after = Call("run");
        Assert.That(after.ExitCode, Is.Zero, after.Out + after.Error);
        Assert.That(Ids(), Is.EqualTo(All(5)));
        Assert.That(Call("doctor").Out, Does.Not.Contain("ORC4178"));
        Night("6");
        Assert.That(Ids(), Is.EqualTo(All(6)));
    }

    [TestCase($"load: {{pattern: Append}}, {Watermark}{Plain}", "run", "--full-refresh", "--yes")]
    [TestCase($"load: {{pattern: Merge}}, {Watermark}{Keyed}", "run", "--full-refresh", "--yes")]
    [TestCase($"load: {{pattern: Append}}, {Watermark}{Plain}",
        "watermarks", "reset", "sale", "--reason", "new", "--yes")]
    public void A_target_from_before_its_first_load_is_no_matter_where_all_is_read_anew(
        string load, params string[] heal)
    {
        Solution(load);
        Night("1", "2", "3");
        NewTarget("");

        var healed = Call(heal);
        Assert.That(healed.ExitCode, Is.Zero, healed.Error);
        Night("4");

        Assert.That(Ids(), Is.EqualTo(All(4)));
    }

    [TestCase($"load: {{pattern: Merge}}, {Keyed}")]
    [TestCase($"load: {{pattern: TruncateInsert}}, {Plain}")]
    [TestCase($"load: {{pattern: DropAndReload}}, {Plain}")]
    public void A_target_from_before_its_first_load_is_no_matter_where_everything_is_read(string load)
    {
        Solution(load);
        Night("1", "2", "3");
        NewTarget("");

        Night("4");

        Assert.That(Ids(), Is.EqualTo(All(4)));
        Assert.That(Call("doctor").Out, Does.Not.Contain("ORC4178"));
    }

    [Test]
    public void Files_that_a_new_target_has_lost_are_loaded_again_once_it_is_said()
    {
        Files("Append");
        FileNight("1");
        FileNight("2");
        NewTarget("");
        Folder.Write("in/3.csv", "id\n3\n");
        Assert.That(Call("run").Error, Does.Contain("ORC3464"));

        Call("doctor", "--fix", "--yes");
        var after = Call("run");

        Assert.That(after.ExitCode, Is.Zero, after.Error);
        Assert.That(Ids(), Is.EqualTo(All(3)));
    }

    private void NewTarget(string stood)
    {
        DataFile.Copy(Target, Copy);
        File.Delete(Target);
        if (stood.Length > 0)
        {
            DataFile.Make(Folder.Path, "lite.db", stood);
        }
    }
}
