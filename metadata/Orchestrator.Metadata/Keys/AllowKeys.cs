using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Keys;

/// <summary>The keys under `allow` of a comparison, which are the words of `compare data --allow` as well.</summary>
internal static class AllowKeys
{
    private const int ScaleMax = 38;
    private const int FractionsMax = 7;

    private static readonly OptionMaker<DataRules> Make = new("allow", new DataRules(), _ => Origin.Default);

    public static SectionKey<DataRules> Case { get; } = Make.Flag(
        "case", "Whether texts that differ in case alone are equal",
        rules => rules.Case, (rules, on) => rules with { Case = on });

    public static SectionKey<DataRules> Accents { get; } = Make.Flag(
        "accents", "Whether texts that differ in accents alone are equal",
        rules => rules.Accents, (rules, on) => rules with { Accents = on });

    public static SectionKey<DataRules> TrailingBlanks { get; } = Make.Flag(
        "trailingBlanks", "Whether texts that differ in blanks at their end are equal; of a char(n) they always are",
        rules => rules.TrailingBlanks, (rules, on) => rules with { TrailingBlanks = on });

    public static SectionKey<DataRules> NullAsEmpty { get; } = Make.Flag(
        "nullAsEmpty", "Whether NULL equals the empty text",
        rules => rules.NullAsEmpty, (rules, on) => rules with { NullAsEmpty = on });

    public static SectionKey<DataRules> Scale { get; } = Make.Value<int?>(
        "scale", new NumberShape(0, Max: ScaleMax), "Digits behind the point to which numbers are rounded",
        scalar => (int)scalar.ToNumber(), digits => digits?.ToString(),
        rules => rules.Scale, (rules, digits) => rules with { Scale = digits }, "all");

    public static SectionKey<DataRules> Fractions { get; } = Make.Value<int?>(
        "fractions", new NumberShape(0, Max: FractionsMax), "Digits of the second behind which times are cut",
        scalar => (int)scalar.ToNumber(), digits => digits?.ToString(),
        rules => rules.Fractions, (rules, digits) => rules with { Fractions = digits }, "all");

    public static SectionKey<DataRules> Zone { get; } = Make.Text(
        new Key("zone", Parts.Text, "The zone of times without an offset in `old`, as Europe/Zurich, while those of "
            + "`new` are UTC."),
        rules => rules.Zone, (rules, zone) => rules with { Zone = zone });

    public static SectionKey<DataRules> Late { get; } = Make.Text(
        new Key("late", Parts.Text, "A column with the time of a row: one later than all rows of the other side came "
            + "late, and is no difference."),
        rules => rules.Late, (rules, column) => rules with { Late = column });

    public static Section<DataRules> Section { get; } =
        Make.Section([Case, Accents, TrailingBlanks, NullAsEmpty, Scale, Fractions, Zone, Late]);
}
