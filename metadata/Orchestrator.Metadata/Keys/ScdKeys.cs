using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;

namespace Orchestrator.Metadata.Keys;

/// <summary>The keys under `scd`: how the versions of each key are kept.</summary>
internal static class ScdKeys
{
    private static readonly OptionMaker<ScdOptions> Make = new(
        "scd", new ScdOptions(), scd => scd.At, usual: Effect.Reloads);

    public static SectionKey<ScdOptions> EffectiveFrom { get; } = Make.Value<string?>(
        "effectiveFrom", Parts.NameOfColumn, "The column that says from when on a row holds",
        scalar => scalar.Text, column => column,
        scd => scd.EffectiveFrom, (scd, value) => scd with { EffectiveFrom = value },
        "the moment of the run");

    public static SectionKey<ScdOptions> OpenEnd { get; } = Make.Value<string?>(
        "openEnd", new OpenEndShape(), "The end of a version that has none yet",
        scalar => scalar.IsNull ? null : scalar.Text, end => end ?? "null",
        scd => scd.OpenEnd, (scd, value) => scd with { OpenEnd = value });

    public static SectionKey<ScdOptions> Deletes { get; } = Make.Word(
        "deletes", "What becomes of keys that a delivery does not hold",
        scd => scd.Deletes, (scd, value) => scd with { Deletes = value });

    public static SectionKey<ScdOptions> SurrogateKey { get; } = Make.Value<string?>(
        "surrogateKey", Parts.NameOfColumn, "A column of the target that numbers the versions of all keys",
        scalar => scalar.Text, column => column,
        scd => scd.SurrogateKey, (scd, value) => scd with { SurrogateKey = value },
        "none") with
    { Effects = Effect.Reshapes };

    // Each engine ends with the same versions.
    public static SectionKey<ScdOptions> Engine { get; } = Make.Word(
        "engine", "What makes the versions: statements in the target's database, or a worker of the dataflow",
        scd => scd.Engine, (scd, value) => scd with { Engine = value }) with
    { Effects = Effect.None };

    public static Section<ScdOptions> Section { get; } =
        Make.Section([EffectiveFrom, OpenEnd, Deletes, SurrogateKey, Engine]);

    public static KindSection<ScdOptions> Own { get; } =
        new(Section, "how the versions of each key are kept");
}
