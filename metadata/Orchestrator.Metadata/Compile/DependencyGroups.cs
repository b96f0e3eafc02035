using Orchestrator.Core;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Compile;

/// <summary>Finds the containers and projects that `dependsOn` names, and says what is wrong with a name.</summary>
internal static class DependencyGroups
{
    /// <summary>The container or project; null where there is none to wait for, which has then been said.</summary>
    public static DraftNode? Resolve(PlanDraft draft, DraftNode package, Dependency dependency)
    {
        var isProject = dependency.On == DependencyOn.Project;
        var name = isProject ? dependency.Object : Dependencies.FullName(package.Definition!, dependency);
        if (Find(draft, isProject ? NodeKind.Project : NodeKind.Container, name) is not { } group)
        {
            ReportMissing(draft, package, dependency, name);
            return null;
        }

        if (package.IsWithin(group))
        {
            draft.Error("ORC2023", dependency.At, $"{package.Name} cannot depend on {name}, in which it stands",
                "Move it behind that, or name what it needs of it: it ends when all in it has ended.");
            return null;
        }

        if (draft.BarrierBetween(package, group))
        {
            draft.Error("ORC2005", dependency.At, $"{package.Name} cannot depend on {name}, which stands behind it",
                "Move one of them so that what is needed stands at the same level or an earlier one.");
            return null;
        }

        return group;
    }

    /// <summary>A container by its full name, or a project; null where the batch has none.</summary>
    public static DraftNode? Find(PlanDraft draft, NodeKind kind, string name) =>
        draft.Nodes.Find(node => node.Kind == kind && node.Hooks is null && node.Name == name);

    private static void ReportMissing(PlanDraft draft, DraftNode package, Dependency dependency, string name)
    {
        var isProject = dependency.On == DependencyOn.Project;
        var word = isProject ? "project" : "container";
        var everywhere = draft.Solution.Projects.SelectMany(project => isProject
            ? [project.Name] : project.Containers.Select(container => $"{project.Name}/{container.Name}"));
        if (everywhere.Contains(name, StringComparer.Ordinal))
        {
            draft.Warning("ORC2007", dependency.At,
                $"{package.Name} depends on {word} {name}, which is not in batch {draft.Batch.Name}, so that nothing "
                + "waits for it here",
                "Add the project to the batch, or ignore this where another batch runs it.");
            return;
        }

        var kind = isProject ? NodeKind.Project : NodeKind.Container;
        draft.Error("ORC2022", dependency.At,
            $"expected 'dependsOn' of {package.Name} to name a {word}, got: '{dependency.Object}'",
            isProject ? "Write the name of a project of the batch."
                : "Write the name of a container of this project, or project/container.",
            Nearest.Find(name, draft.Nodes.Where(node => node.Kind == kind && node.Hooks is null)
                .Select(node => node.Name)));
    }
}
