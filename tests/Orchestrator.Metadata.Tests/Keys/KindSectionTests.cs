using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;
using static Orchestrator.Metadata.Tests.Compile.SolutionBuilder;

namespace Orchestrator.Metadata.Tests.Keys;

/// <summary>The keys that a kind has to itself are found by its row, and an object has those of one kind.</summary>
internal sealed class KindSectionTests
{
    private static readonly Origin OfObject = new("customer.yaml", 1, 9);

    private static IEnumerable<PackageKind> Kinds => KindTable.All.Where(kind => kind.Own is not null);

    [TestCaseSource(nameof(Kinds))]
    public void An_object_that_says_nothing_is_told_to_say_what_nobody_writes(PackageKind kind)
    {
        var own = kind.Own!();
        var list = new PropertyList();

        own.Tell(list, own.Read(Map(1), OfObject));

        Assert.That(list.Properties.Where(property => !property.IsDefault), Is.Empty);
        Assert.That(kind.Keys, Does.Contain(own.Name));
        Assert.That(KindTable.OwnUnder(own.Name), Is.SameAs(own));
    }

    [Test]
    public void A_key_that_no_kind_has_to_itself_is_none_of_a_kind() =>
        Assert.That(KindTable.OwnUnder("load"), Is.Null);

    [Test]
    public void Versions_stand_where_they_are_written_or_with_their_object()
    {
        var written = ScdKeys.Own.Read(Map(1, Entry("scd", Map(3))), OfObject);
        var missing = ScdKeys.Own.Read(Map(1), OfObject);

        Assert.That((written.At.Line, missing.At.Line), Is.EqualTo((3, 1)));
    }

    [Test]
    public void A_check_stands_where_its_object_does_and_a_column_where_it_is_named_first_in_the_order_of_the_keys()
    {
        var rules = (CheckRules)CheckKeys.Own.Read(Map(1, Entry("check", Map(2,
            Entry("notNull", Names(3, "Id", "Name")), Entry("unique", Names(4, "Id"))))), OfObject);

        Assert.That(rules.At, Is.EqualTo(OfObject));
        Assert.That(rules.Places.Select(place => (place.Key, place.Value.Line)),
            Is.EqualTo(new[] { ("Id", 4), ("Name", 3) }));
        Assert.That(rules.Columns, Is.EqualTo(new[] { "Id", "Id", "Name" }));
    }

    [Test]
    public void A_check_asks_nothing_until_one_of_its_keys_says_something()
    {
        Assert.That(new CheckRules { At = OfObject }.AsksNothing, Is.True);
        Assert.That(new CheckRules { RowCount = "" }.AsksNothing, Is.False);
        Assert.That(new CheckRules { NotNull = ["Id"] }.AsksNothing, Is.False);
        Assert.That(new CheckRules { ReturnsNothing = new SqlText("", null, default) }.AsksNothing, Is.False);
    }

    [Test]
    public void What_one_kind_says_is_taken_away_by_that_kind_alone()
    {
        var versions = Load("customer") with { Scd = new ScdOptions() };

        Assert.That((versions with { Absorb = null }).Scd, Is.Not.Null);
        Assert.That((versions with { Scd = null }).Own, Is.Null);
        Assert.That((versions with { Check = new CheckRules() }).Scd, Is.Null);
    }

    private static YamlMap Map(int line, params YamlEntry[] entries) => new(At(line), 0, entries);

    private static YamlEntry Entry(string key, YamlNode value) => new(Scalar(value.At.Line, key), value);

    private static YamlList Names(int line, params string[] names) =>
        new(At(line), 0, [.. names.Select(name => Scalar(line, name))]);

    private static YamlScalar Scalar(int line, string text) => new(At(line), text.Length, text, IsPlain: true);

    private static Origin At(int line) => new("customer.yaml", line, 3);
}
