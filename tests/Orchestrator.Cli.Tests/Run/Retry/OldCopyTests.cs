namespace Orchestrator.Cli.Tests.Run.Retry;

/// <summary>
/// The ledger's file, or the target's, put back by a copy that is one night old: rows come out right, or nothing is
/// written and both `doctor` and the refusal name what disagrees and what heals it.
/// </summary>
internal sealed class OldCopyTests : CopiedNights
{
    [TestCase($"load: {{pattern: Append}}, {Watermark}{Plain}")]
    [TestCase($"load: {{pattern: Append, commitRows: 1}}, {Watermark}{Plain}")]
    [TestCase($"load: {{pattern: Append, fastLoad: false}}, {Watermark}{Plain}")]
    [TestCase($"load: {{pattern: Append}}, {Plain}")]
    public void A_ledger_one_run_old_adds_no_row_twice_and_is_healed_by_what_the_refusal_says(string load)
    {
        Solution(load);
        var isBehind = load.Contains("watermarks", StringComparison.Ordinal);
        Night("1", "2", "3");
        DataFile.Copy(Ledger, Copy);
        Night("4", "5");
        DataFile.Copy(Copy, Ledger);
        Sell("6");
        var before = Ids();

        var refused = Call("run");
        var again = Call("run");
        var found = Call("doctor");

        Assert.That((refused.ExitCode, again.ExitCode), Is.EqualTo((1, 1)), refused.Out);
        Assert.That(refused.Out + refused.Error, Does.Contain("ORC3463").And.Contain("attempt 2 of run 2")
            .And.Contain("orchestrator ledger restore").And.Contain("orchestrator doctor --fix"));
        Assert.That(Ids(), Is.EqualTo(before));
        Assert.That(found.ExitCode, Is.EqualTo(1));
        Assert.That(found.Out, Does.Contain("ORC4173").And.Contain("sale"));

        Assert.That(Call("doctor", "--fix", "--yes").Out, Does.Contain("fixed     ORC4173"));
        if (isBehind)
        {
            Assert.That(Call("run").Error, Does.Contain("ORC3459"));
            Call("watermarks", "set", "sale", "5", "--reason", "the ledger was put back", "--yes");
        }

        Assert.That(Call("run").ExitCode, Is.Zero);
        Assert.That(Ids(), Is.EquivalentTo(isBehind ? All(6) : [.. before, .. All(6)]));
        Assert.That(Call("doctor").Out, Does.Not.Contain("ORC4173"));
    }

    [TestCase($"load: {{pattern: Merge}}, {Watermark}{Keyed}")]
    [TestCase($"load: {{pattern: DeltaInsert}}, {Watermark}{Keyed}")]
    [TestCase($"load: {{pattern: Merge}}, {Keyed}")]
    [TestCase($"load: {{pattern: TruncateInsert}}, {Plain}")]
    [TestCase($"load: {{pattern: TruncateInsert, swap: inPlace}}, {Plain}")]
    [TestCase($"load: {{pattern: DropAndReload}}, {Plain}")]
    public void A_ledger_one_run_old_is_no_matter_where_rows_come_out_right_by_themselves(string load)
    {
        Solution(load);
        Night("1", "2", "3");
        DataFile.Copy(Ledger, Copy);
        Night("4", "5");
        DataFile.Copy(Copy, Ledger);

        Night("6");

        Assert.That(Ids(), Is.EqualTo(All(6)));
    }

    [TestCase($"load: {{pattern: Append}}, {Watermark}{Plain}")]
    [TestCase($"load: {{pattern: Append, commitRows: 1}}, {Watermark}{Plain}")]
    [TestCase($"load: {{pattern: Merge}}, {Watermark}{Keyed}")]
    [TestCase($"load: {{pattern: DeltaInsert}}, {Watermark}{Keyed}")]
    public void A_target_one_night_old_loses_no_row_and_is_healed_by_what_the_refusal_says(string load)
    {
        Solution(load);
        Night("1", "2", "3");
        DataFile.Copy(Target, Copy);
        Night("4", "5");
        DataFile.Copy(Copy, Target);
        Sell("6");

        var refused = Call("run");
        var found = Call("doctor");

        Assert.That(refused.ExitCode, Is.EqualTo(1), refused.Out);
        Assert.That(refused.Out + refused.Error, Does.Contain("ORC3464").And.Contain("orchestrator doctor --fix")
            .And.Contain("--full-refresh"));
        Assert.That(Ids(), Is.EqualTo(All(3)));
        Assert.That(found.ExitCode, Is.EqualTo(1));
        Assert.That(found.Out, Does.Contain("ORC4178").And.Contain("sale"));

        Assert.That(Call("doctor", "--fix", "--yes").Out, Does.Contain("fixed     ORC4178"));
        Assert.That(Call("run").ExitCode, Is.Zero);
        Assert.That(Ids(), Is.EqualTo(All(6)));
        Assert.That(Call("doctor").Out, Does.Not.Contain("ORC4178"));
        Night("7");
        Assert.That(Ids(), Is.EqualTo(All(7)));
    }

    [TestCase($"load: {{pattern: Append}}, {Watermark}{Plain}")]
    [TestCase($"load: {{pattern: Merge}}, {Watermark}{Keyed}")]
    public void Whichever_of_the_two_is_old_a_full_refresh_heals_it(string load)
    {
        Solution(load);
        Night("1", "2", "3");
        DataFile.Copy(Ledger, Copy);
        DataFile.Copy(Target, Copy + "2");
        Night("4", "5");
        DataFile.Copy(Copy, Ledger);
        Sell("6");
        var ofLedger = Call("run", "--full-refresh", "--yes");
        Assert.That(ofLedger.ExitCode, Is.Zero, ofLedger.Error);
        Assert.That(Ids(), Is.EqualTo(All(6)));

        DataFile.Copy(Copy + "2", Target);
        Assert.That(Call("run").ExitCode, Is.EqualTo(1));
        var ofTarget = Call("run", "--full-refresh", "--yes");

        Assert.That(ofTarget.ExitCode, Is.Zero, ofTarget.Error);
        Assert.That(Ids(), Is.EqualTo(All(6)));
    }

    [TestCase($"load: {{pattern: Merge}}, {Keyed}")]
    [TestCase($"load: {{pattern: DeltaInsert}}, {Keyed}")]
    [TestCase($"load: {{pattern: TruncateInsert}}, {Plain}")]
    [TestCase($"load: {{pattern: DropAndReload}}, {Plain}")]
    public void A_target_one_night_old_is_no_matter_where_everything_is_read(string load)
    {
        Solution(load);
        Night("1", "2", "3");
        DataFile.Copy(Target, Copy);
        Night("4", "5");
        DataFile.Copy(Copy, Target);

        Night("6");

        Assert.That(Ids(), Is.EqualTo(All(6)));
    }

    [TestCase("Append")]
    [TestCase("TruncateInsert")]
    public void Files_that_are_loaded_once_are_neither_lost_nor_loaded_twice(string pattern)
    {
        Files(pattern);
        FileNight("1");
        DataFile.Copy(Ledger, Copy);
        DataFile.Copy(Target, Copy + "2");
        FileNight("2");
        DataFile.Copy(Copy, Ledger);
        Assert.That(Call("run").Error, Does.Contain("ORC3463"));
        DataFile.Copy(Copy, Ledger);
        DataFile.Copy(Copy + "2", Target);
        FileNight("3");

        Assert.That(Ids(), Is.EqualTo(pattern == "Append" ? All(3) : ["2", "3"]));
    }

    [Test]
    public void Files_of_the_night_that_a_target_has_lost_are_loaded_again_once_it_is_said()
    {
        Files("Append");
        FileNight("1");
        DataFile.Copy(Target, Copy);
        FileNight("2");
        DataFile.Copy(Copy, Target);
        Folder.Write("in/3.csv", "id\n3\n");
        Assert.That(Call("run").Error, Does.Contain("ORC3464"));

        Call("doctor", "--fix", "--yes");
        var after = Call("run");

        Assert.That(after.ExitCode, Is.Zero, after.Error);
        Assert.That(Ids(), Is.EqualTo(All(3)));
    }

    [Test]
    public void Versions_of_a_dimension_are_not_lost_in_silence()
    {
        Solution("kind: scd, scd: {deletes: ignore}, columns: [{column: id, dataType: int, key: 1}, "
            + "{column: name, dataType: varchar(10)}]", "id, 'n' || (select count(*) from sale) as name");
        Night("1");
        DataFile.Copy(Target, Copy);
        Night("2");
        DataFile.Copy(Copy, Target);

        Assert.That(Call("run").Error, Does.Contain("ORC3464"));
    }

    [Test]
    public void Another_load_of_the_table_does_not_write_over_what_the_target_says()
    {
        Solution($"load: {{pattern: Append}}, {Watermark}{Plain}", more:
            "      - {object: more, source: {query: \"select 100 as id\"}, target: {name: sale}, "
            + $"dependsOn: [sale], load: {{pattern: Append}}, {Plain}}}");
        Night("1");
        DataFile.Copy(Target, Copy);
        Night("2");
        DataFile.Copy(Copy, Target);

        Call("run", "-s", "P/more");
        var refused = Call("run");

        Assert.That(refused.Error, Does.Contain("ORC3464"));
        Assert.That(Ids(), Is.EqualTo(new[] { "1", "100" }));
    }

    [Test]
    public void Watermarks_are_in_the_order_of_the_ledger_whatever_clocks_say()
    {
        Solution($"load: {{pattern: Append}}, {Watermark}{Plain}");
        Night("1", "2");
        Later();
        Night("3");
        Later();
        Night("4");
        Assert.That(Ids(), Is.EqualTo(All(4)));

        DataFile.Execute(Folder.Path, "lite.db", "delete from sale where id > 2");
        Later();
        Call("watermarks", "set", "sale", "2", "--reason", "taken out", "--yes");
        Night("5");

        Assert.That(Ids(), Is.EqualTo(All(5)));
        Assert.That(Call("watermarks", "list").Out, Does.Contain("5"));

        // As if the clocks of all machines were put back by an hour.
        void Later() => LedgerTables.Execute(Folder.Path,
            "update watermarks set changed_at = changed_at + 3600000000");
    }

    [Test]
    public void A_target_that_is_emptied_by_hand_and_a_table_that_another_package_has_loaded_are_no_old_copies()
    {
        Solution($"load: {{pattern: Append}}, {Watermark}{Plain}", more:
            $"      - {{object: other, source: {{name: sale}}, load: {{pattern: Append}}, {Watermark}{Plain}}}");
        Night("1");
        Night("2");
        DataFile.Execute(Folder.Path, "lite.db", "delete from other");
        Night("3");

        Solution($"load: {{pattern: Append}}, target: {{name: other}}, {Watermark}{Plain}");
        Assert.That(Call("doctor").Out, Does.Not.Contain("ORC4178"));
        Night("4");

        Assert.That(Call("doctor").Out, Does.Not.Contain("ORC4178").And.Not.Contain("ORC4173"));
    }
}
