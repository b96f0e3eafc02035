using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Source;

namespace Orchestrator.Packages.Load.Target;

/// <summary>
/// What a load says whose target a crash of the server empties, although it has succeeded and its commits are on disk.
/// </summary>
public static class CrashWarning
{
    /// <summary>The code that such a warning begins with.</summary>
    public const string Code = "ORC3521";

    /// <summary>Whether a warning is one, as the ledger has it.</summary>
    public static bool Is(string warning) => warning.StartsWith($"{Code} ", StringComparison.Ordinal);

    /// <summary>Whether a load that said so can be run once more without adding rows that are there.</summary>
    public static bool MayRunAgain(PlanNode node) =>
        node.Payload is not ObjectDefinition { Load.Pattern.Value: LoadPattern.Append };

    /// <summary>Of a load that succeeded.</summary>
    /// <param name="definition">The load.</param>
    /// <param name="loss">Why its target is emptied; null = it is not.</param>
    internal static string[] Of(ObjectDefinition definition, Solution solution, CrashLoss? loss) =>
        loss is null ? [] : [$"{Code} {What(loss)}. {Advice(definition, solution, loss)}"];

    /// <summary>What happens, and why.</summary>
    internal static string What(CrashLoss loss) =>
        $"a crash of the server empties '{loss.Table}', whatever is flushed: {loss.Why}";

    /// <summary>What can be done about it.</summary>
    internal static string Advice(ObjectDefinition definition, Solution solution, CrashLoss loss) =>
        $"{char.ToUpperInvariant(loss.Advice[0])}{loss.Advice[1..]}" + (
            definition.Watermark is not null || FilesOfLoad.TakesOnce(definition, solution)
                ? ": this load goes on where it stood, and brings back what was there only with --full-refresh"
            : definition.Load.Pattern.Value is LoadPattern.Append or LoadPattern.ReplaceRange
                ? ": this load does not bring back what was there before it"
            : ", or keep it as it is if the source is loaded anew each night");
}
