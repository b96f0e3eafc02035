using Orchestrator.Core;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;

namespace Orchestrator.Metadata.Tests.Schema;

/// <summary>The table of kinds beside the keys that an object has.</summary>
internal sealed class KindTableTests
{
    private static IEnumerable<PackageKind> Kinds => KindTable.All;

    private static IEnumerable<string> KeysOfObjects => ProjectShapes.Object.Keys.Select(key => key.Name);

    [TestCaseSource(nameof(Kinds))]
    public void A_kind_names_keys_that_objects_have(PackageKind kind)
    {
        Assert.That(kind.Keys, Is.Unique.And.SubsetOf(KeysOfObjects));
        Assert.That(kind.NotRepeated, Is.Unique.And.SubsetOf(KeysOfObjects));
        Assert.That(kind.Needs?.Keys ?? [], Is.SubsetOf(kind.Keys));
    }

    [TestCaseSource(nameof(Kinds))]
    public void A_load_has_a_source_and_columns_and_nothing_else_has(PackageKind kind)
    {
        Assert.That(KindTable.Takes(kind, "source"), Is.EqualTo(kind.IsLoad));
        Assert.That(KindTable.Takes(kind, "columns"), Is.EqualTo(kind.IsLoad));
        Assert.That(KindTable.Takes(kind, "load"), Is.EqualTo(kind.IsLoad));
        Assert.That(KindTable.Takes(kind, "errors"), Is.EqualTo(kind.IsLoad));
        Assert.That(KindTable.Takes(kind, "systemColumns"), Is.EqualTo(kind.IsLoad));
        Assert.That(kind.Source != SourceUse.None, Is.EqualTo(kind.IsLoad));
    }

    [TestCase("sql", "sql")]
    [TestCase("idempotent", "sql")]
    [TestCase("options", "dataflow")]
    [TestCase("process", "process")]
    [TestCase("absorb", "absorb")]
    [TestCase("target", "load")]
    [TestCase("columns", "load")]
    public void A_key_belongs_to_the_first_kind_in_which_it_does_something(string key, string kind) =>
        Assert.That(KindTable.OwnerOf(key).Word, Is.EqualTo(kind));

    [Test]
    public void A_key_that_people_are_told_to_be_one_of_a_kind_is_among_its_keys()
    {
        var told = ProjectShapes.Object.Keys.SelectMany(
            _ => KindTable.All, (key, kind) => (key.Name, key.Summary, Kind: kind))
            .Where(one => one.Summary.StartsWith($"Kind {one.Kind}:", StringComparison.Ordinal)).ToArray();

        Assert.That(told, Has.Length.GreaterThan(5));
        Assert.That(told.Where(one => !one.Kind.Keys.Contains(one.Name)), Is.Empty);
    }

    [Test]
    public void A_key_that_no_kind_has_to_itself_does_something_in_each() =>
        Assert.That(KindTable.All.All(kind => KindTable.Takes(kind, "tags")), Is.True);

    [Test]
    public void A_word_that_nobody_knows_is_neither_a_load_nor_written()
    {
        var unknown = KindTable.Of("of another version");

        Assert.That((unknown.Word, unknown.Purpose, unknown.IsWritten),
            Is.EqualTo(("of another version", PackagePurpose.Task, false)));
        Assert.That(KindTable.Of(null), Is.SameAs(KindTable.Default));
    }
}
