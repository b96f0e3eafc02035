using Orchestrator.Engine;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Replay;

namespace Orchestrator.Packages.Tests;

/// <summary>The list of kinds beside the kinds that there are.</summary>
internal sealed class PackageWordsTests
{
    private static IEnumerable<PackageWord> Kinds => PackageWords.All;

    [Test]
    public void Each_kind_that_there_is_stands_in_the_list_once() => Assert.That(
        PackageWords.All.Select(kind => kind.Word), Is.Unique.And.EquivalentTo(PackageKinds.All.Keys));

    [TestCaseSource(nameof(Kinds))]
    public void Only_of_what_loads_nothing_is_said_that_it_rejects_no_rows(PackageWord kind)
    {
        var why = ReplayContract.Refusal(Rig.Load("target") with { Kind = kind.Word }) ?? "";

        Assert.That(why.Contains("rejects no rows", StringComparison.Ordinal), Is.EqualTo(!kind.IsLoad), why);
    }

    [TestCaseSource(nameof(Kinds))]
    public void What_the_metadata_call_a_load_is_one_to_the_list_and_has_a_way_for_its_rows(PackageWord kind)
    {
        var one = Rig.Load("target", Rig.Column("Id", "int") with { Key = 1 }) with
        {
            Kind = kind.Word,
            Absorb = kind.Word == "absorb" ? new AbsorbOptions() : null,
        };
        using var rig = new Rig();

        Assert.That(one.IsLoad, Is.EqualTo(kind.IsLoad));
        Assert.That(PackageKinds.All[kind.Word].LoadPath(one, rig.Solution).Length > 0, Is.EqualTo(kind.IsLoad));
    }
}
