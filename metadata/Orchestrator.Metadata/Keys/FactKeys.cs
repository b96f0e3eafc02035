using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;

namespace Orchestrator.Metadata.Keys;

/// <summary>The key of an object that gives facts the names of parameters.</summary>
internal static class FactKeys
{
    private static readonly OptionMaker<FactReads> Make = new("facts", new FactReads(), facts => facts.At, "");

    // Which fact a statement reads says what it does.
    public static SectionKey<FactReads> Facts { get; } = Make.Built(
        new Key("facts", new NamedShape(new TextShape(TextForm.Fact)),
            "Facts of packages that have ended, and of the run, as parameters of its SQL: with "
            + "{NAME: \"${rows:P.inserted}\"} it waits for P and says @NAME."),
        (list, facts) => facts.Each.ToList().ForEach(
            one => list.Add($"facts.{one.Parameter}", one.Fact.ToString(), one.At))) with
    { Effects = Effect.Reloads };

    public static Section<FactReads> Section { get; } = Make.Section([Facts]);
}
