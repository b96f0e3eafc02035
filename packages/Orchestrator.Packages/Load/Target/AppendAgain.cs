using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Absorb;
using Orchestrator.Packages.Load.Source;

namespace Orchestrator.Packages.Load.Target;

/// <summary>What an Append adds that runs once more behind a success, which nothing takes back.</summary>
public static class AppendAgain
{
    /// <summary>Whether it reads only what no earlier load has read: it has a watermark, or files with `take: new`.
    /// </summary>
    public static bool ReadsWhatIsNew(ObjectDefinition definition, Solution solution) =>
        definition is { IsLoad: true, Load.Pattern.Value: LoadPattern.Append }
        && (definition.Watermark is not null || FilesOfLoad.TakesOnce(definition, solution));

    /// <summary>
    /// Whether a load relies on what its target holds: where that was put back by an older copy, reading its source
    /// again does not bring it to what it would be.
    /// </summary>
    public static bool ReliesOnTarget(ObjectDefinition definition, Solution solution) =>
        TargetComparison.GoesOn(definition, solution) || TargetComparison.KeepsHistory(definition);

    /// <summary>The table whose marker a load writes: rows that are absorbed are loaded into their buffer.</summary>
    public static TableName MarkedTable(ObjectDefinition definition, Dialect dialect) => dialect.Table(
        definition.Target.Schema,
        definition.Absorb is null ? definition.Target.Name : AbsorbTables.BufferOf(definition));

    /// <summary>Whether it adds the rows of its source to those that are there already.</summary>
    public static bool AddsTwice(PlanNode node, Solution solution) =>
        node.Payload is ObjectDefinition { IsLoad: true, Load.Pattern.Value: LoadPattern.Append } definition
        && !ReadsWhatIsNew(definition, solution);
}
