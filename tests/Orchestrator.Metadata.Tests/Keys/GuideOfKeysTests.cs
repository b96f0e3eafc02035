using System.Text.RegularExpressions;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Schema;
using Orchestrator.Metadata.Tests.Loading;

namespace Orchestrator.Metadata.Tests.Keys;

/// <summary>The tables of the guide name the keys that are declared and the words that they take, and no others.
/// </summary>
internal sealed partial class GuideOfKeysTests
{
    private const string Metadata = "metadata.md";

    [Test]
    public void Each_key_under_load_is_in_its_row_or_among_the_options() =>
        Assert.That(Row(Metadata, "`load`").Concat(Table(Metadata, "option").SelectMany(Ticked)),
            Is.EquivalentTo(Names(LoadKeys.Section)));

    [Test]
    public void Each_key_under_errors_is_in_its_row() =>
        Assert.That(Row(Metadata, "`errors`"), Is.EqualTo(Names(ErrorKeys.Section)));

    [Test]
    public void Each_key_under_expect_is_in_its_row() =>
        Assert.That(Row(Metadata, "`expect`"), Is.EqualTo(Names(ExpectKeys.Section)));

    [Test]
    public void Each_key_under_files_has_a_row() =>
        Assert.That(Table("files.md", "key").SelectMany(Ticked), Is.EqualTo(Names(FileKeys.Section)));

    [Test]
    public void Each_policy_has_a_row() =>
        Assert.That(Table("guard-policies.md", "setting").SelectMany(Ticked),
            Is.EqualTo(PolicyKeys.All.Select(policy => policy.Name)));

    [Test]
    public void Each_key_under_scd_has_a_row() =>
        Assert.That(Table("scd.md", "key of `scd`"), Is.EqualTo(Names(ScdKeys.Section)));

    [Test]
    public void Each_key_under_absorb_is_in_a_row_and_in_that_of_all_objects()
    {
        Assert.That(Table("absorb.md", "key").SelectMany(Ticked), Is.EquivalentTo(Names(AbsorbKeys.Section)));
        Assert.That(Row(Metadata, "`absorb`"), Is.SupersetOf(Names(AbsorbKeys.Section)));
    }

    [Test]
    public void Each_word_that_a_key_under_load_takes_has_a_row()
    {
        Assert.That(Table(Metadata, "`pattern`"), Is.EqualTo(Words(LoadKeys.Pattern)));
        Assert.That(Table(Metadata, "`swap`"), Is.EqualTo(Words(LoadKeys.Swap)));
        Assert.That(Table(Metadata, "`drift`"), Is.EqualTo(Words(LoadKeys.Drift).Prepend("not written")));
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

    private static string[] Lines(string page) =>
        File.ReadAllLines(Path.Combine(Samples.Root, "runners", "guide", page));

    [GeneratedRegex(@"`(\w+)`")]
    private static partial Regex Tick();
}
