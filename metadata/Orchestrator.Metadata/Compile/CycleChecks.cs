using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Compile;

/// <summary>Finds what would wait for itself: projects, and packages with parents, barriers and Linear order counted
/// in.</summary>
internal static class CycleChecks
{
    /// <summary>Whether there is none, so that the plan has an order to ask about.</summary>
    public static bool Run(PlanDraft draft)
    {
        var before = draft.Diagnostics.Count;
        ReportUnknownProjects(draft);
        if (draft.Order.Cycle() is { } cycle)
        {
            draft.Error("ORC2003", draft.Batch.Projects.First(project => project.Project == cycle[0]).At,
                $"the projects wait for each other: {string.Join(" → ", cycle)}",
                "Take one of them out of the other's 'dependsOn'; 'dependsOn: []' starts with the batch.");
        }
        else
        {
            ReportPackageCycle(draft);
        }

        return draft.Diagnostics.Count == before;
    }

    private static void ReportUnknownProjects(PlanDraft draft)
    {
        foreach (var project in draft.Batch.Projects)
        {
            foreach (var name in (project.DependsOn ?? []).Where(name => !IsInBatch(draft, name)))
            {
                draft.Error("ORC2002", project.At,
                    $"project {project.Project} depends on '{name}', which is not in batch {draft.Batch.Name}",
                    "Add it to the batch, or take it out of 'dependsOn'.",
                    Nearest.Find(name, draft.Batch.Projects.Select(member => member.Project)));
            }
        }
    }

    private static bool IsInBatch(PlanDraft draft, string name) =>
        draft.Batch.Projects.Any(project => project.Project == name);

    private static void ReportPackageCycle(PlanDraft draft)
    {
        var graph = new WaitGraph(draft);
        if (CycleSearch.Find(graph.Edges) is not { } found)
        {
            return;
        }

        var names = found.Select(graph.Name).Where(name => name is not null).Distinct().ToList();
        var first = draft.Nodes[found.First(place => graph.IsPackage(place))];
        draft.Error("ORC2004", FirstDependency(first) ?? first.Definition!.At,
            $"these wait for each other: {string.Join(" → ", names.Append(names[0]))}",
            "Take one dependency out. What reads a table waits for its writer under 'ordering: dependencies', and in "
            + "a Linear container each waits for the one before it."
            + (draft.Solution.RunVariables.Count == 0 ? ""
                : " What reads a value of the run waits for whoever sets it."));
    }

    private static Origin? FirstDependency(DraftNode node) =>
        node.Definition!.DependsOn is [var dependency, ..] ? dependency.At : null;
}
