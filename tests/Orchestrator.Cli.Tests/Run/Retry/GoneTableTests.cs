namespace Orchestrator.Cli.Tests.Run.Retry;

/// <summary>
/// Tables of loads that leave out what they have read before: where one is gone, it is not made anew for the rest
/// alone.
/// </summary>
internal sealed class GoneTableTests : CopiedNights
{
    private const string Absorb = $"kind: absorb, {Watermark}{Keyed}";

    [TestCase($"load: {{pattern: Append}}, {Watermark}{Plain}", true)]
    [TestCase($"load: {{pattern: Append}}, {Watermark}{Plain}", false)]
    [TestCase($"load: {{pattern: Merge}}, {Watermark}{Keyed}", true)]
    [TestCase($"load: {{pattern: DeltaInsert}}, {Watermark}{Keyed}", false)]
    [TestCase($"kind: scd, scd: {{deletes: ignore}}, {Watermark}columns: [{{column: id, dataType: int, key: 1}}, "
        + "{column: name, dataType: varchar(10)}]", true)]
    [TestCase(Absorb, true)]
    public void A_table_that_was_dropped_is_refused_and_healed_by_what_the_refusal_says(string load, bool isRefreshed)
    {
        Solution(load, load.Contains("scd", StringComparison.Ordinal) ? "id, 'n' as name" : "id");
        Night("1", "2", "3");
        DataFile.Execute(Folder.Path, "lite.db", "drop table sale");
        Sell("4");

        var refused = Call("run");
        Assert.That(refused.ExitCode, Is.EqualTo(1), refused.Out);
        Assert.That(refused.Error, Does.Contain("ORC3464").And.Contain("no such table").And.Contain("--full-refresh"));
        if (!isRefreshed)
        {
            Assert.That(Call("doctor").Out, Does.Contain("ORC4178"));
            Call("doctor", "--fix", "--yes");
        }

        var healed = isRefreshed ? Call("run", "--full-refresh", "-s", "P/sale", "--yes") : Call("run");

        Assert.That(healed.ExitCode, Is.Zero, healed.Out + healed.Error);
        Assert.That(Ids(), Is.EqualTo(All(4)));
        Night("5");
        Assert.That(Ids(), Is.EqualTo(All(5)));
    }

    [Test]
    public void So_is_one_of_files_that_are_loaded_once()
    {
        Files("Append");
        FileNight("1");
        DataFile.Execute(Folder.Path, "lite.db", "drop table sale");
        Folder.Write("in/2.csv", "id\n2\n");
        Assert.That(Call("run").Error, Does.Contain("ORC3464").And.Contain("doctor --fix"));

        Call("doctor", "--fix", "--yes");
        var healed = Call("run");

        Assert.That(healed.ExitCode, Is.Zero, healed.Error);
        Assert.That(Ids(), Is.EqualTo(All(2)));
    }

    [Test]
    public void So_is_one_that_got_another_name_in_the_metadata_alone()
    {
        Solution($"load: {{pattern: Merge}}, {Watermark}{Keyed}");
        Night("1", "2", "3");
        Solution($"load: {{pattern: Merge}}, target: {{name: sold}}, {Watermark}{Keyed}");
        Sell("4");
        Assert.That(Call("run").Error, Does.Contain("ORC3464").And.Contain("rename it in the database"));

        DataFile.Execute(Folder.Path, "lite.db", "alter table sale rename to sold");

        Assert.That(Call("run").ExitCode, Is.Zero);
        Assert.That(DataFile.Rows(Folder.Path, "lite.db", "select id from sold order by id"), Is.EqualTo(All(4)));
    }

    [TestCase($"load: {{pattern: Append}}, {Plain}")]
    [TestCase($"load: {{pattern: TruncateInsert}}, {Plain}")]
    [TestCase($"load: {{pattern: Merge}}, {Keyed}")]
    public void Whoever_reads_everything_makes_it_anew(string load)
    {
        Solution(load);
        Night("1", "2");
        DataFile.Execute(Folder.Path, "lite.db", "drop table sale");

        Night("3");

        Assert.That(Ids(), Is.EqualTo(All(3)));
    }

    [Test]
    public void A_buffer_with_another_name_is_no_older_copy()
    {
        Solution(Absorb);
        Night("1", "2");
        Solution($"{Absorb}, absorb: {{buffer: other}}");

        Night("3");

        Assert.That(Ids(), Is.EqualTo(All(3)));
    }

    [Test]
    public void Neither_is_the_table_of_an_absorb_that_became_a_load()
    {
        Solution(Absorb);
        Night("1", "2");
        Solution($"load: {{pattern: Merge}}, {Watermark}{Keyed}");

        Assert.That(Call("run").Error, Does.Contain("ORC3401").And.Not.Contain("ORC3464"));
    }

    [Test]
    public void An_absorb_goes_on_behind_an_attempt_that_failed()
    {
        Solution(Absorb);
        Night("1");
        DataFile.Execute(Folder.Path, "crm.db", "alter table sale rename to away");
        Assert.That(Call("run").ExitCode, Is.EqualTo(1));
        DataFile.Execute(Folder.Path, "crm.db", "alter table away rename to sale");

        Night("2");

        Assert.That(Ids(), Is.EqualTo(All(2)));
    }

    [Test]
    public void A_full_refresh_of_an_absorb_leaves_what_others_have_brought_into_its_buffer()
    {
        Solution(Absorb);
        Night("1");
        DataFile.Execute(Folder.Path, "lite.db", "insert into sale_buffer (id) values (77)");

        Assert.That(Call("run", "--full-refresh", "--yes").ExitCode, Is.Zero);

        Assert.That(Ids(), Is.EqualTo(new[] { "1", "77" }));
    }

    [Test]
    public void A_buffer_in_an_older_copy_is_healed_by_what_the_refusal_says()
    {
        Solution(Absorb);
        Night("1");
        DataFile.Copy(Target, Copy);
        Night("2");
        DataFile.Copy(Copy, Target);
        Sell("3");
        Assert.That(Call("run").Error, Does.Contain("ORC3464").And.Contain("doctor --fix"));

        Assert.That(Call("doctor", "--fix", "--yes").Out, Does.Contain("fixed     ORC4178"));

        Assert.That(Call("run").ExitCode, Is.Zero);
        Assert.That(Ids(), Is.EqualTo(All(3)));
    }

    [Test]
    public void The_end_of_a_load_with_hooks_gives_way_to_that_of_another_with_the_number_of_its_attempt()
    {
        const string hooked = "hooks: [{hook: one, when: after, transaction: load, sql: select 1}]";
        Solution($"load: {{pattern: Merge}}, {hooked}, {Keyed}", more:
            "      - {object: more, source: {query: \"select 100 as id\"}, target: {name: sale}, "
            + $"dependsOn: [sale], load: {{pattern: Merge}}, {hooked}, {Keyed}}}");
        Night("1");
        DataFile.Copy(Ledger, Copy);
        Assert.That(Call("run", "-s", "P/sale").ExitCode, Is.Zero);
        DataFile.Copy(Copy, Ledger);

        var other = Call("run", "-s", "P/more");

        Assert.That(other.ExitCode, Is.Zero, other.Out + other.Error);
    }
}
