using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Replay;

namespace Orchestrator.Packages.Tests;

/// <summary>The table of kinds beside the kinds that there are.</summary>
internal sealed class KindTableTests
{
    private static IEnumerable<PackageKind> Kinds => KindTable.All;

    [Test]
    public void Each_kind_that_there_is_has_one_row() => Assert.That(
        KindTable.All.Select(kind => kind.Word), Is.Unique.And.EquivalentTo(PackageKinds.All.Keys));

    [TestCaseSource(nameof(Kinds))]
    public void Only_of_what_loads_nothing_is_said_that_it_rejects_no_rows(PackageKind kind)
    {
        var why = ReplayContract.Refusal(Rig.Load("target") with { Kind = kind.Word }) ?? "";

        Assert.That(why.Contains("rejects no rows", StringComparison.Ordinal), Is.EqualTo(!kind.IsLoad), why);
    }

    [TestCaseSource(nameof(Kinds))]
    public void What_the_metadata_call_a_load_is_one_to_the_table_and_has_a_way_for_its_rows(PackageKind kind)
    {
        var one = Rig.Load("target", Rig.Column("Id", "int") with { Key = 1 }) with
        {
            Kind = kind.Word,
            Absorb = kind.HasBuffer ? new AbsorbOptions() : null,
        };
        using var rig = new Rig();

        Assert.That(one.IsLoad, Is.EqualTo(kind.IsLoad));
        Assert.That(PackageKinds.All[kind.Word].LoadPath(one, rig.Solution).Length > 0, Is.EqualTo(kind.IsLoad));
    }

    [TestCaseSource(nameof(Kinds))]
    public void A_kind_that_may_be_declared_idempotent_runs_once_where_it_is_not(PackageKind kind)
    {
        var one = Rig.Load("target", Rig.Column("Id", "int") with { Key = 1 }) with { Kind = kind.Word };

        Assert.That(PackageKinds.All[kind.Word].RunsOnce(one with { Idempotent = false }),
            Is.EqualTo(kind.Keys.Contains(KindTable.IdempotentKey)));
        Assert.That(PackageKinds.All[kind.Word].RunsOnce(one with { Idempotent = true }), Is.False);
    }
}
