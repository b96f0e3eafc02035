using Orchestrator.Core;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Compile;

/// <summary>Packages that get into each other's way at a table.</summary>
internal sealed class TargetChecks(PlanDraft draft)
{
    private readonly Precedence _precedence = new(draft);
    private readonly RowReaders _rowReaders = new(draft);

    public static void Run(PlanDraft draft)
    {
        var checks = new TargetChecks(draft);
        var writers = draft.Nodes
            .Where(node => node.WritesTable && node.Definition!.Enabled)
            .Select(node => (Node: node, Connection: draft.Caps.Connection(node.Definition!.Target.Connection)))
            .Where(writer => writer.Connection is not null)
            .GroupBy(writer => TableNames.Written(writer.Connection!, writer.Node.Definition!), writer => writer.Node);
        foreach (var group in writers.Where(group => group.Skip(1).Any()))
        {
            checks.CheckWriters([.. group]);
        }

        foreach (var node in draft.Nodes.Where(node => node.Definition is { Enabled: true }))
        {
            checks.CheckTurns(node);
            checks.CheckReads(node);
            checks.CheckReadsLater(node);
        }
    }

    /// <summary>One report for each writer but the first: the earliest one that it meets.</summary>
    private void CheckWriters(List<DraftNode> writers)
    {
        // Of ten thousand turns not each is held against each.
        if (TakeTurns(writers))
        {
            return;
        }

        // Of ten thousand turns that follow each other it is enough that each follows the one before.
        var isLine = writers.Zip(writers.Skip(1)).All(pair => _precedence.Holds(pair.First, pair.Second));
        for (var i = 1; i < writers.Count && !isLine; i++)
        {
            var node = writers[i];
            if (writers.Take(i).FirstOrDefault(other => !IsOrdered(other, node) && !TakeTurns(other, node))
                is { } rival)
            {
                draft.Error("ORC2010", node.Definition!.At,
                    $"{rival.Name} and {node.Name} both write {Target(node)} and may run side by side",
                    "Give one of them a target of its own, or order them: by level, by 'dependsOn', or in a Linear "
                    + "container.");
                return;
            }
        }

        foreach (var node in writers.Where(ReplacesAll))
        {
            var before = !isLine ? writers.Find(other => other != node && _precedence.Holds(other, node))
                : node == writers[0] ? null : writers[0];
            // Of a table that each turn of a loop uses for itself, nothing of the turn before is wanted.
            if (before is { } erased && !(AreTurns(erased, node) && _rowReaders.IsReadInTurn(erased)))
            {
                draft.Warning("ORC2011", node.Definition!.At,
                    $"{node.Name} replaces all rows of {Target(node)}, also those that {erased.Name} wrote before",
                    "Use pattern Append for the later one, or take one of them out.");
            }
        }
    }

    /// <summary>
    /// Of a loop whose turns the run finds out: whether each turn has a table of its own, adds to the one that all
    /// have, or follows the turn before.
    /// </summary>
    private void CheckTurns(DraftNode node)
    {
        var target = node.Definition!.Target;
        var name = $"{target.Schema}.{target.Name}";
        var shared = !node.Definition.IsLoad ? [] : LoopsAround.Of(node).Where(loop => !loop.Loop!.Columns
            .Any(column => name.Contains($"${{var:{column.Name}}}", StringComparison.Ordinal))).ToList();
        if (shared.Count == 0 || Adds(node.Definition))
        {
            return;
        }

        if (shared.Find(loop => loop.Loop!.Turns == ContainerMode.Parallel) is { } sideBySide)
        {
            draft.Error("ORC2027", node.Definition.At,
                $"each turn of {sideBySide.Name} has {node.Name} write {Target(node)}, and they may run side by side",
                $"Put a value of the turn into its name, ${{var:{sideBySide.Loop!.Columns[0].Name}}}, write turns: "
                + "Linear, or, where nothing in the turn reads the table, use pattern Append.");
        }
        else if (ReplacesAll(node) && !_rowReaders.IsReadInTurn(node))
        {
            draft.Warning("ORC2011", node.Definition.At,
                $"{node.Name} replaces all rows of {Target(node)}, also those that the turn before wrote",
                $"Put a value of the turn into its name, ${{var:{shared[^1].Loop!.Columns[0].Name}}}. With pattern "
                + "Append the rows of all turns stay: who reads them in a turn reads those of the turns before, too.");
        }
    }

    private static bool AreTurns(DraftNode one, DraftNode other) => one.Project == other.Project
        && one.Definition!.Instance is { } first && other.Definition!.Instance is { } second
        && first.Object == second.Object;

    /// <summary>
    /// Whether both add to what is there: each holds the table's claim from its count of the rows to its commit. Or
    /// whether they are statements, of which nobody knows what they write: those of one object by `forEach`, as each
    /// turn has the same ones, and those of two projects that happen to have one name and say no table.
    /// </summary>
    private static bool TakeTurns(DraftNode one, DraftNode other) => one.Definition!.IsLoad
        ? other.Definition!.IsLoad && Adds(one.Definition) && Adds(other.Definition)
        : !other.Definition!.IsLoad && (one.Project == other.Project
            ? AreTurns(one, other) : !SaysTable(one.Definition) && !SaysTable(other.Definition));

    private static bool SaysTable(ObjectDefinition definition) =>
        definition.Written?["target"] is YamlMap target && target["name"] is not null;

    /// <summary>Whether it adds to what is there, holding the table's claim while it does.</summary>
    public static bool Adds(ObjectDefinition definition) =>
        definition.Load is { Pattern.Value: LoadPattern.Append, CommitRows.Value: 0 };

    /// <summary>Whether all of them are: who takes turns with one takes turns with each other.</summary>
    private static bool TakeTurns(List<DraftNode> writers) =>
        writers.TrueForAll(writer => TakeTurns(writers[0], writer));

    private bool IsOrdered(DraftNode one, DraftNode other) =>
        _precedence.Holds(one, other) || _precedence.Holds(other, one);

    private void CheckReads(DraftNode node)
    {
        foreach (var writer in node.Reads.Select(index => draft.Nodes[index]))
        {
            if (writer.Definition!.Enabled && !IsOrdered(writer, node))
            {
                draft.Warning("ORC2013", node.Definition!.At,
                    $"{node.Name} reads what {writer.Name} writes and may run side by side with it: whether it sees "
                    + "the old rows or the new ones is left to chance",
                    $"Add 'dependsOn: [{{object: {Named(writer, node)}, outcome: Success}}]', move it to a later "
                    + "level, or use 'ordering: dependencies'.");
            }
        }
    }

    // Whoever has the writer depend on the reader has said that it is meant so.
    private void CheckReadsLater(DraftNode node)
    {
        foreach (var writer in node.ReadsLater.Select(index => draft.Nodes[index]).Where(writer =>
            writer.Definition!.Enabled && !writer.Constraints.ContainsKey(node.Index)))
        {
            draft.Warning("ORC2016", node.Definition!.At,
                $"{node.Name} reads what {writer.Name} writes, and has always ended before it: each run it gets the "
                + "rows of the run before",
                "Move the writer to an earlier project or level. Where it is meant so, say that at "
                + $"{writer.Name}: 'dependsOn: [{{object: {Named(node, writer)}, outcome: Success}}]'.");
        }
    }

    private static string Named(DraftNode node, DraftNode from) =>
        node.Project == from.Project ? node.Definition!.Name : node.Name;

    private static bool ReplacesAll(DraftNode node) => node.Definition is
    {
        IsLoad: true,
        Load.Pattern.Value: LoadPattern.TruncateInsert or LoadPattern.DropAndReload,
    };

    private static string Target(DraftNode node)
    {
        var target = node.Definition!.Target;
        return (target.Schema is null ? target.Name : $"{target.Schema}.{target.Name}") + $" in {target.Connection}";
    }
}
