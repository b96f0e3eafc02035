using Orchestrator.Core;
using Orchestrator.Core.Types;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load.Source;

/// <summary>What a load with a watermark reads, and how far it moves it.</summary>
internal sealed class WatermarkTests : WatermarkedLoads
{
    [Test]
    public void Each_load_reads_what_lies_behind_the_one_before()
    {
        var first = Run(null);
        Add(3, "2026-01-03 10:00:00");
        var second = Run(first.Watermark!.Value);
        var third = Run(second.Watermark!.Value);

        Assert.That(new[] { first, second, third }.Select(result => (result.Counts.Inserted, result.Watermark?.Value)),
            Is.EqualTo(new[]
            {
                (2L, "2026-01-02 10:00:00"), (1L, "2026-01-03 10:00:00"), (0L, (string?)null),
            }));
        Assert.That(Rig.Query("SELECT Id FROM target ORDER BY Id"), Is.EqualTo((string[])["1", "2", "3"]));
        Assert.That(second.LoadPath, Does.EndWith("At > 2026-01-02 10:00:00 <= 2026-01-03 10:00:00"));
    }

    [Test]
    public void The_bound_is_fixed_before_the_read_and_a_query_can_set_it()
    {
        var bound = new SqlText("select '2026-01-01 23:59:59.9'", null, default);

        var result = Run(null, mark => mark with { ToSql = bound });

        Assert.That((result.Counts.Inserted, result.Watermark!.Value), Is.EqualTo((1, "2026-01-01 23:59:59")));
    }

    [Test]
    public void It_never_moves_back()
    {
        var result = Run("2026-06-01 00:00:00");

        Assert.That((result.Counts.Read, result.Watermark), Is.EqualTo((0, (WatermarkMoved?)null)));
    }

    [Test]
    public void A_source_that_ends_before_it_is_told_and_one_that_has_nothing_new_is_not()
    {
        var restored = Run("2026-01-02 10:00:01");
        var quiet = Run("2026-01-02 10:00:00");
        var anew = Run(Load(), new WatermarkStart(null, []) { IsFullRefresh = true });

        Assert.That(restored.Warnings, Is.EqualTo((string[])
        [
            "the source is read up to 2026-01-02 10:00:00, and the watermark 'Modified' stands behind that, at "
            + "2026-01-02 10:00:01: if the source was restored or counts anew, rows between the two are never read. "
            + "`orchestrator watermarks set Staging/target VALUE` says where to go on",
        ]));
        Assert.That(quiet.Warnings.Concat(anew.Warnings), Is.Empty);
    }

    [Test]
    public void The_first_load_begins_at_the_default()
    {
        TypedValue.TryParse(Rig.Type(Type), "2026-01-01 10:00:00", out var begin, out _);

        Assert.That(Run(null, mark => mark with { Default = begin }).Counts.Inserted, Is.EqualTo(1));
    }

    [Test]
    public void Signs_decide_who_has_the_row_at_the_bound()
    {
        var result = Run("2026-01-01 10:00:00", mark => mark with { FromIsIncluded = true, ToIsIncluded = false });

        Assert.That(Rig.Query("SELECT Id FROM target"), Is.EqualTo((string[])["1"]));
        Assert.That(result.Watermark!.Value, Is.EqualTo("2026-01-02 10:00:00"));
    }

    [Test]
    public void A_query_is_bounded_from_outside_and_its_own_condition_stays()
    {
        var load = Load() with
        {
            Source = new ObjectSource
            {
                Connection = "Db",
                Query = new SqlText("select Id, At from source where Id <> 1 -- the first", null, default),
            },
        };

        Assert.That(Run(load, new WatermarkStart(null, [])).Counts.Inserted, Is.EqualTo(1));
    }

    [Test]
    public void Rows_of_attempts_that_do_not_count_are_taken_back_and_read_again()
    {
        var killed = Run(null);
        Add(3, "2026-01-03 10:00:00");

        var again = Run(Load(), new WatermarkStart(null, [Rig.LastAttempt]));

        Assert.That((killed.Counts.Inserted, again.Counts.Inserted), Is.EqualTo((2, 3)));
        Assert.That(Rig.Query("SELECT Id FROM target ORDER BY Id"), Is.EqualTo((string[])["1", "2", "3"]));
    }

    [Test]
    public void A_full_refresh_puts_everything_in_the_place_of_what_was_there()
    {
        Run(null);

        var result = Run(Load(), new WatermarkStart(null, []) { IsFullRefresh = true });

        Assert.That(Rig.Query("SELECT Id FROM target ORDER BY Id"), Is.EqualTo((string[])["1", "2"]));
        Assert.That(result.Watermark!.Value, Is.EqualTo("2026-01-02 10:00:00"));
    }

    [Test]
    public void A_full_refresh_of_what_another_load_adds_to_is_refused()
    {
        Run(null);
        Rig.Objects.Add(Load() with { Name = "target[B]" });

        var error = Run(Load(), new WatermarkStart(null, []) { IsFullRefresh = true }).Error!;

        Assert.That((error.Code, error.Message), Is.EqualTo(("ORC3580", error.Message)));
        Assert.That(error.Message, Does.Contain("'Staging/target[B]'"));
        Assert.That(Rig.Query("SELECT Id FROM target ORDER BY Id"), Is.EqualTo((string[])["1", "2"]));
    }

    [Test]
    public void A_full_refresh_that_finds_nothing_lets_the_next_load_begin_anew()
    {
        var stands = Run(null).Watermark!.Value;
        Rig.Execute("DELETE FROM source");

        var refreshed = Run(Load(), new WatermarkStart(null, []) { IsFullRefresh = true });
        var later = Run(stands);

        Assert.That(refreshed.Watermark, Is.EqualTo(new WatermarkMoved("Modified", Type, null)));
        Assert.That(later.Watermark, Is.Null, "another load that finds nothing moves nothing");
        Assert.That(Rig.Query("SELECT count(*) FROM target"), Is.EqualTo((string[])["0"]));
    }

    [Test]
    public void A_watermark_of_another_name_is_none_of_this_column()
    {
        var named = Run(Load(), new WatermarkStart(null, []) { OtherName = "Created" }).Error!;
        var anew = Run(Load(), new WatermarkStart(null, []) { OtherName = "Created", IsFullRefresh = true });

        Assert.That((named.Code, anew.Error?.Code), Is.EqualTo(("ORC3450", (string?)null)));
        Assert.That(named.Message, Does.Contain("'Created'").And.Contain("'Modified'"));
    }

    [Test]
    public void One_that_stands_between_two_values_of_its_type_is_gone_on_from_where_it_stands()
    {
        Add(3, "2026-01-01 10:00:00.5");
        Add(4, "2026-01-01 10:00:00.6");
        var load = Load() with { Columns = [Rig.Column("Id", "int")] };

        var result = Run(load, new WatermarkStart("2026-01-01 10:00:00.5", []));

        Assert.That((result.Error?.Message, result.Counts.Inserted), Is.EqualTo(((string?)null, 2)));
        Assert.That(Rig.Query("SELECT Id FROM target ORDER BY Id"), Is.EqualTo((string[])["2", "4"]));
    }

    [Test]
    public void A_full_refresh_that_was_committed_without_a_record_is_done_again()
    {
        var stands = Run(null).Watermark!.Value;
        Run(Load(), new WatermarkStart(null, []) { IsFullRefresh = true });
        var killed = Rig.LastAttempt;

        var again = Run(Load(), new WatermarkStart(stands, [killed]) { Refreshes = [killed] });

        Assert.That(Rig.Query("SELECT Id FROM target ORDER BY Id"), Is.EqualTo((string[])["1", "2"]));
        Assert.That(again.Watermark!.Value, Is.EqualTo("2026-01-02 10:00:00"));
        Assert.That(again.Warnings, Has.One.Contains($"the full refresh of attempt {killed} had changed the target"));
    }

    [Test]
    public void A_full_refresh_that_changed_nothing_takes_nothing_away_later()
    {
        var stands = Run(null).Watermark!.Value;
        Rig.Execute("DELETE FROM source");
        Add(3, "2026-01-03 10:00:00");
        var failed = Rig.LastAttempt + 1;
        Rig.Cancellation = new CancellationToken(canceled: true);
        Run(Load(), new WatermarkStart(null, []) { IsFullRefresh = true });
        Rig.Cancellation = CancellationToken.None;

        var next = Run(Load(), new WatermarkStart(stands, [failed]) { Refreshes = [failed] });

        Assert.That(Rig.Query("SELECT Id FROM target ORDER BY Id"), Is.EqualTo((string[])["1", "2", "3"]));
        Assert.That(next.Warnings, Is.Empty);
    }

    [Test]
    public void Rows_without_a_value_are_told()
    {
        Rig.Execute("INSERT INTO source VALUES (9, NULL)");

        Assert.That(Run(null).Warnings, Is.EqualTo((string[])
            ["1 rows of the source have no 'At' and are never read by the watermark"]));
    }

    [Test]
    public void Times_with_a_T_are_refused_as_a_watermark_and_read_by_a_query_with_a_blank()
    {
        Rig.Execute("UPDATE source SET At = replace(At, ' ', 'T')");
        var error = Run(null).Error!;
        var load = Load() with
        {
            Source = new ObjectSource
            {
                Connection = "Db",
                Query = new SqlText("select Id, replace(At, 'T', ' ') as At from source", null, default),
            },
        };

        var first = Run(load, new WatermarkStart(null, []));
        Add(3, "2026-01-02T11:00:00");
        var second = Run(load, new WatermarkStart(first.Watermark!.Value, []));

        Assert.That((error.Code, error.Message), Is.EqualTo(("ORC3560", error.Message)));
        Assert.That((first.Counts.Inserted, second.Counts.Inserted), Is.EqualTo((2, 1)));
    }

    [TestCase("date", "date", "2026-01-31", "2026-01-31T00:00:00")]
    [TestCase("datetime2(3)", "timestamp", "2026-01-31 10:20:30.123", "2026-01-31T10:20:30.123")]
    [TestCase("datetime", "timestamp", "2026-01-31 10:20:30", "2026-01-31T10:20:30")]
    [TestCase("smalldatetime", "timestamp", "2026-01-31 10:20:00", "2026-01-31T10:20")]
    [TestCase("datetimeoffset(0)", "timestamptz", "2026-01-31 10:20:30+00", "2026-01-31T10:20:30Z")]
    public void Times_with_a_T_from_SQLite_are_times_in_every_target(
        string type, string native, string value, string text)
    {
        using var pg = new PostgreSqlRig();
        Rig.Execute($"DELETE FROM source; INSERT INTO source VALUES (1, '{text}')");
        Rig.Servers.AddRange(pg.Rig.Servers);
        Rig.PlatformOf = pg.Rig.PlatformOf;
        var load = Load() with
        {
            Columns = [Rig.Column("Id", "int"), Rig.Column("At", type)],
            Load = new LoadOptions(),
            Watermark = null,
        };

        var inside = Rig.Run(load);
        var across = Rig.Run(load with { Target = new ObjectTarget("Pg", null, "target") });

        Assert.That((inside.Error?.Message, across.Error?.Message), Is.EqualTo(((string?)null, (string?)null)));
        Assert.That(Rig.Query("SELECT substr(At, 1, 16) FROM target").Single(), Does.Not.Contain("T"));
        Assert.That(pg.Query($"SELECT \"At\" = {native} '{value}' FROM target"), Is.EqualTo(new[] { "true" }));
    }

    [TestCase("datetime2(7)", "2026-01-02 10:00:00", "2026-01-02 10:00:00.0", "2026-01-03")]
    [TestCase("datetime2(0)", "2026-01-02 10:00", "2026-01-02 10:00:00.000", "2026-01-03 00:00")]
    [TestCase("date", "2026-01-02", "2026-01-02 00:00:00", "2026-01-03")]
    public void One_time_in_several_texts_is_on_one_side_of_a_bound(
        string type, string last, string tie, string later)
    {
        Rig.Execute("DELETE FROM source");
        Add(1, "2026-01-01");
        Add(2, last);
        Watermark Typed(Watermark mark) => mark with { DataType = Rig.Type(type) };
        Watermark Behind(Watermark mark) => Typed(mark) with { FromIsIncluded = true, ToIsIncluded = false };

        var all = Run(null, Typed);
        var first = Run(null, Behind);
        Add(3, tie);
        Add(4, later);
        var second = Run(first.Watermark!.Value, Behind);
        var third = Run(all.Watermark!.Value, Typed);

        Assert.That((all.Counts.Inserted, first.Counts.Inserted, second.Counts.Inserted, third.Counts.Inserted),
            Is.EqualTo((2, 1, 2, 1)));
    }

    [Test]
    public void A_decimal_is_compared_as_a_number_also_with_an_expression()
    {
        var load = Load() with
        {
            Columns = [Rig.Column("Id", "int"), Rig.Column("At", "decimal(9,2)")],
            Source = new ObjectSource
            {
                Connection = "Db",
                Query = new SqlText("select Id, Id * 1.5 as At from source", null, default),
            },
            Watermark = new Watermark { Name = "M", Column = "At", DataType = Rig.Type("decimal(9,2)") },
        };

        Assert.That(Run(load, new WatermarkStart("1.50", [])).Counts.Inserted, Is.EqualTo(1));
    }

    [Test]
    public void What_no_bound_compares_with_is_refused_and_so_is_a_type_in_another_order()
    {
        Rig.Execute("ALTER TABLE source ADD COLUMN Mixed; UPDATE source SET Mixed = CASE Id WHEN 1 THEN 7 ELSE At END");
        var error = Run(null, mark => mark with { Column = "Mixed" }).Error!;
        var found = PackageKinds.All["load"].Check(
            Load() with { Watermark = Load().Watermark! with { DataType = Rig.Type("decimal(18,2)") } }, Rig.Solution);

        Assert.That((error.Code, error.Message), Is.EqualTo(("ORC3560", error.Message)));
        Assert.That(error.Message, Does.StartWith("1 rows hold a value in 'Mixed'"));
        Assert.That(found.Select(each => each.Code), Is.EqualTo((string[])["ORC1073"]));
    }

    [TestCase("select null", "returned no value")]
    [TestCase("select 'soon'", "is no datetime2(0)")]
    public void A_bound_that_is_none_is_refused(string sql, string message)
    {
        var error = Run(null, mark => mark with { ToSql = new SqlText(sql, null, default) }).Error!;

        Assert.That((error.Code, error.Message), Is.EqualTo(("ORC3450", error.Message)));
        Assert.That(error.Message, Does.Contain(message));
    }

    [Test]
    public void What_is_loaded_before_a_hook_fails_is_taken_back_by_the_next_attempt()
    {
        var bad = new Hook
        {
            Name = "bad",
            When = HookTime.After,
            Connection = "Db",
            Sql = new SqlText("insert into nothing values (1)", null, Origin.Default),
        };

        var failed = Run(Load() with { Hooks = [bad] }, new WatermarkStart(null, []));
        Run(Load(), new WatermarkStart(null, [Rig.LastAttempt]));

        Assert.That((failed.Outcome, failed.Counts.Inserted), Is.EqualTo((NodeState.Failed, 2L)));
        Assert.That(failed.Error!.Class, Is.Not.EqualTo(ErrorClass.OutcomeUnknown), "so that it may be tried again");
        Assert.That(Rig.Query("SELECT Id FROM target ORDER BY Id"), Is.EqualTo((string[])["1", "2"]));
    }
}
