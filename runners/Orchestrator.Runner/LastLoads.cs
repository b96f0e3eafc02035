using Orchestrator.Core;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Runner;

/// <summary>The last loads that a ledger has of packages, each of the table that it loads now.</summary>
/// <param name="reader">The ledger.</param>
/// <param name="environment">The environment of the packages.</param>
internal sealed class LastLoads(LedgerReader reader, string environment)
{
    /// <summary>The last attempt of a package that counts as loaded, where it is behind another; else 0.</summary>
    /// <param name="attempt">That other one, as the table's marker has it; 0 = there is no marker.</param>
    /// <param name="load">Name of the package.</param>
    /// <param name="plan">The plan that has it.</param>
    public long Behind(long attempt, string load, PlanContent plan) => Behind(attempt, load, TargetIn(plan, load));

    /// <summary>The same of one whose definition is at hand.</summary>
    public long Behind(long attempt, string load, ObjectDefinition now) =>
        Behind(attempt, load, (new PlanTarget(now.Target.Connection, now.Target.Schema, now.Target.Name),
            now.Absorb is null ? null : $"{now.Absorb.Buffer}"));

    // A package that has loaded another table until now says nothing of this one.
    private long Behind(long attempt, string load, (PlanTarget? Target, string? Buffer)? now)
    {
        var last = reader.LastLoad(environment, load);
        return last > attempt && (now is null || TargetOf(last, load) is not { } there || there == now)
            ? last : 0;
    }

    private (PlanTarget? Target, string? Buffer)? TargetOf(long attempt, string load) =>
        reader.Attempt(attempt) is { } found && reader.Run(found.Run) is { } past
            && reader.PlanJson(past.PlanHash) is { } plan ? TargetIn(plan, load) : null;

    private static (PlanTarget? Target, string? Buffer)? TargetIn(string plan, string load)
    {
        try
        {
            return TargetIn(PlanJson.Read(plan), load);
        }
        catch (FormatException)
        {
            return null;
        }
    }

    private static (PlanTarget? Target, string? Buffer)? TargetIn(PlanContent plan, string load) =>
        plan.Nodes.FirstOrDefault(node => node.Kind == NodeKind.Package && node.Name == load) is not { } node ? null
            : (PlanTarget.Of(node),
                // Rows that are absorbed are loaded into their buffer.
                KindTable.Of(node.Value("kind")).HasBuffer ? $"{node.Value("absorb.buffer")}" : null);
}
