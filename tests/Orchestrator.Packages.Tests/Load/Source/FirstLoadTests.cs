namespace Orchestrator.Packages.Tests.Load.Source;

/// <summary>Rows that an Append with a watermark finds in its target when it begins at the beginning.</summary>
internal sealed class FirstLoadTests : WatermarkedLoads
{
    [Test]
    public void Rows_that_stand_in_the_target_before_the_first_load_of_an_object_are_told()
    {
        Run(Load(), new WatermarkStart(null, []));

        var renamed = Run(Load() with { Name = "renamed" }, new WatermarkStart(null, []));

        Assert.That(renamed.Warnings, Is.EqualTo((string[])
        [
            "'target' held 2 rows before the first load of 'Staging/renamed' in this ledger: if they come from the "
            + "same source, because the object had another name, they are there twice now. Then delete the rows whose "
            + $"RowAuditId is {Rig.LastAttempt} and say where it goes on (`orchestrator watermarks set "
            + "Staging/renamed VALUE`)",
        ]));
    }

    [Test]
    public void They_are_not_where_nothing_was_added_to_them_or_the_watermark_was_taken_back()
    {
        Run(Load(), new WatermarkStart(null, []));
        var other = Load() with { Name = "other" };
        var reset = Run(other, new WatermarkStart(null, []) { HasStood = true });
        Rig.Execute("DELETE FROM source");
        var nothing = Run(other, new WatermarkStart(null, []));

        Assert.That((reset.Counts.Inserted, nothing.Counts.Inserted), Is.EqualTo((2L, 0L)));
        Assert.That(reset.Warnings.Concat(nothing.Warnings), Is.Empty);
    }

    [Test]
    public void They_are_not_where_the_ledger_or_another_load_of_the_target_explains_them()
    {
        var first = Run(Load(), new WatermarkStart(null, []));
        Add(3, "2026-01-03 10:00:00");
        var second = Run(Load(), new WatermarkStart(first.Watermark!.Value, []));
        var refreshed = Run(Load(), new WatermarkStart(null, []) { IsFullRefresh = true });
        var again = Run(Load(), new WatermarkStart(null, [Rig.LastAttempt]));
        Rig.Objects.AddRange([Load(), Load() with { Name = "other" }]);
        var other = Run(Rig.Objects[1], new WatermarkStart(null, []));

        Assert.That(new[] { first, second, refreshed, again, other }.SelectMany(one => one.Warnings), Is.Empty);
    }
}
