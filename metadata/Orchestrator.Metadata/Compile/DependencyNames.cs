using Orchestrator.Core;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Compile;

/// <summary>Finds the packages and groups that `dependsOn` names, and says what is wrong with a name.</summary>
internal static class DependencyNames
{
    /// <summary>The package or group; null where it has none to wait for, which has then been said.</summary>
    public static DraftNode? Resolve(PlanDraft draft, DraftNode package, Dependency dependency)
    {
        if (dependency.On != DependencyOn.Object)
        {
            return DependencyGroups.Resolve(draft, package, dependency);
        }

        var name = Dependencies.FullName(package.Definition!, dependency);
        if (!draft.Packages.TryGetValue(name, out var other))
        {
            ReportMissing(draft, package, dependency, name);
            return null;
        }

        if (draft.BarrierBetween(package, other))
        {
            draft.Error("ORC2005", dependency.At,
                $"{package.Name} cannot depend on {name}, which stands behind it: {Place(other)} starts only after "
                + $"{Place(package)} has ended",
                "Move one of them so that what is needed stands at the same level or an earlier one.");
            return null;
        }

        return other;
    }

    private static void ReportMissing(PlanDraft draft, DraftNode package, Dependency dependency, string name)
    {
        var everywhere = draft.Solution.Projects
            .SelectMany(project => project.Objects.Select(definition => $"{project.Name}/{definition.Name}"));
        if (everywhere.Contains(name, StringComparer.Ordinal))
        {
            draft.Warning("ORC2007", dependency.At,
                $"{package.Name} depends on {name}, whose project is not in batch {draft.Batch.Name}, so that nothing "
                + "waits for it here",
                $"Add the project to the batch, or ignore this where {name} is loaded by another batch.");
            return;
        }

        var near = Nearest.Find(name, draft.Packages.Keys);
        draft.Error("ORC2006", dependency.At,
            $"expected 'dependsOn' of {package.Name} to name an object, got: '{dependency.Object}'",
            "Write the name of an object of this project, or project/object of an earlier one.", near);
    }

    private static string Place(DraftNode node)
    {
        var level = node.Parent!;
        while (level.Kind == NodeKind.Container)
        {
            level = level.Parent!;
        }

        return level.Name;
    }
}
