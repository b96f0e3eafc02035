using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Keys;

/// <summary>The keys under `check`: what must hold. None of them changes a row.</summary>
internal static class CheckKeys
{
    private static readonly OptionMaker<CheckRules> Make = new("check", new CheckRules(), check => check.At);

    public static SectionKey<CheckRules> RowCount { get; } = Make.Value<string?>(
        "rowCount", Parts.Text, "Comparison of the number of rows: \">0\", \"= 12\", \"100..200\"",
        scalar => scalar.Text, rows => rows,
        check => check.RowCount, (check, value) => check with { RowCount = value });

    public static SectionKey<CheckRules> Unique { get; } = Make.Names(
        "unique", "Columns whose values together are unique",
        check => check.Unique, (check, value) => check with { Unique = value }, Parts.SomeColumns);

    public static SectionKey<CheckRules> NotNull { get; } = Make.Names(
        "notNull", "Columns without NULL",
        check => check.NotNull, (check, value) => check with { NotNull = value }, Parts.SomeColumns);

    public static SectionKey<CheckRules> ReturnsNothing { get; } = Make.Sql(
        "returnsNothing", "A query that must return nothing",
        check => check.ReturnsNothing, (check, value) => check with { ReturnsNothing = value });

    public static Section<CheckRules> Section { get; } = Make.Section([RowCount, Unique, NotNull, ReturnsNothing]);

    public static KindSection<CheckRules> Own { get; } = new(Section, "what must hold")
    {
        // A plan says of all of it that it stands where the object does.
        Placed = static (check, written, at) => check with { At = at, Places = Named(written) },
    };

    /// <summary>What a check says under each key that takes names of columns, in the order of the keys.</summary>
    public static IEnumerable<string> ColumnsOf(CheckRules check) => Section.Keys
        .OfType<SettingKey<CheckRules, IReadOnlyList<string>>>().SelectMany(key => key.Get(check).Value);

    /// <summary>Where each column is named first, in the order of the keys.</summary>
    private static Dictionary<string, Origin> Named(YamlMap written) => Section.Keys
        .SelectMany(key => written.Items(key.Name)).OfType<YamlScalar>().DistinctBy(name => name.Text)
        .ToDictionary(name => name.Text, name => name.At);
}
