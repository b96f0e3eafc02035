using System.Text.RegularExpressions;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;
using Orchestrator.Metadata.Tests.Loading;

namespace Orchestrator.Metadata.Tests.Keys;

/// <summary>The guide names the keys that are declared and the words that they take, and no others.</summary>
internal sealed partial class GuideOfKeysTests
{
    private const string Metadata = "metadata.md";

    private static IEnumerable<string> Pages => GuideParts.All.Select(part => part.Page).Distinct();

    [TestCaseSource(nameof(Pages))]
    [Category("Approved")]
    public void What_is_made_of_what_is_declared_is_in_its_page(string page)
    {
        var file = PathOf(page);
        var text = File.ReadAllText(file).ReplaceLineEndings("\n");

        var made = GuideParts.All.Where(part => part.Page == page)
            .Aggregate(text, (left, part) => part.PutInto(left));

        Approved.CheckFile(file, made);
    }

    [Test]
    public void What_the_guide_says_more_of_is_a_key_that_there_is()
    {
        Assert.That(Row(Metadata, "`load`"), Is.Not.Empty.And.SubsetOf(Names(LoadKeys.Section)));
        Assert.That(Table(Metadata, "option").SelectMany(Ticked), Is.Not.Empty.And.SubsetOf(Names(LoadKeys.Section)));
        Assert.That(Row(Metadata, "`errors`"), Is.Not.Empty.And.SubsetOf(Names(ErrorKeys.Section)));
        Assert.That(Row(Metadata, "`expect`"), Is.Not.Empty.And.SubsetOf(Names(ExpectKeys.Section)));
        Assert.That(Table("files.md", "key").SelectMany(Ticked), Is.Not.Empty.And.SubsetOf(Names(FileKeys.Section)));
        Assert.That(Table("absorb.md", "key").SelectMany(Ticked), Is.Not.Empty.And.SubsetOf(Names(AbsorbKeys.Section)));
        Assert.That(Table("scd.md", "key of `scd`"), Is.Not.Empty.And.SubsetOf(Names(ScdKeys.Section)));
        Assert.That(Table("guard-policies.md", "setting").SelectMany(Ticked),
            Is.Not.Empty.And.SubsetOf(PolicyKeys.All.Select(policy => policy.Name)));
    }

    [Test]
    public void Each_word_that_a_key_under_load_takes_has_a_row()
    {
        Assert.That(Table(Metadata, "`pattern`"), Is.EqualTo(Words(LoadKeys.Pattern)));
        Assert.That(Table(Metadata, "`swap`"), Is.EqualTo(Words(LoadKeys.Swap)));
        Assert.That(Table(Metadata, "`drift`"), Is.EqualTo(Words(LoadKeys.Drift).Prepend("not written")));
        Assert.That(
            Table(Metadata, "`otherColumns`"), Is.EqualTo(Words(LoadKeys.OtherColumns).Prepend("not written")));
    }

    // What is said of loads stands there by their patterns.
    [Test]
    public void Each_kind_says_what_a_second_run_of_it_does()
    {
        var said = Lines("contracts.md").Where(line => line.StartsWith('|'))
            .Select(line => line.Split('|')[1].Trim().Replace("kind ", "", StringComparison.Ordinal));

        Assert.That(KindTable.Written.Where(word => word != KindTable.Default.Word), Is.SubsetOf(said));
    }

    private static IEnumerable<string> Names<T>(Section<T> section)
        where T : class =>
        section.Keys.Select(key => key.Name);

    private static IReadOnlyList<string> Words<T>(SectionKey<T> key)
        where T : class =>
        ((WordShape)key.Key.Shape).Words;

    /// <summary>What stands between backticks in the row behind its first cell.</summary>
    private static IEnumerable<string> Row(string page, string first) => Ticked(
        Lines(page).First(line => line.StartsWith($"| {first} |", StringComparison.Ordinal))).Skip(1);

    /// <summary>The first cells of the table with this head.</summary>
    private static IEnumerable<string> Table(string page, string head) => Lines(page)
        .SkipWhile(line => !line.StartsWith($"| {head} |", StringComparison.Ordinal)).Skip(2)
        .TakeWhile(line => line.StartsWith('|')).Select(line => line.Split('|')[1].Trim());

    private static IEnumerable<string> Ticked(string text) =>
        Tick().Matches(text).Select(match => match.Groups[1].Value);

    private static string[] Lines(string page) => File.ReadAllLines(PathOf(page));

    private static string PathOf(string page) => Path.Combine(Samples.Root, "runners", "guide", page);

    [GeneratedRegex(@"`(\w+)`")]
    private static partial Regex Tick();
}
