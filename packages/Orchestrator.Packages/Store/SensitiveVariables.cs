using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Store;

/// <summary>Which variables hold what no text may show.</summary>
internal static class SensitiveVariables
{
    /// <summary>Their names, for an attempt: of the run, and what turns of a loop over sensitive rows give.</summary>
    public static IReadOnlySet<string> Of(PackageContext context)
    {
        var names = context.Solution.RunVariables.Where(one => one.Is.IsSensitive).Select(one => one.Name)
            .ToHashSet(StringComparer.Ordinal);
        names.UnionWith([.. LoopsAround(context).Where(loop => loop.Rows is { } rows && names.Contains(rows))
            .SelectMany(loop => loop.Columns).Select(column => column.Name)]);
        return names;
    }

    private static IEnumerable<LoopDefinition> LoopsAround(PackageContext context)
    {
        var containers = context.Solution.Projects.Where(project => project.Name == context.Object.Project)
            .SelectMany(project => project.Containers).ToArray();
        var name = context.Object.Container;
        for (var depth = 0; depth < LoopDefinition.DepthMax && name is not null; depth++)
        {
            var around = name;
            if (Array.Find(containers, one => one.Name == around)?.Loop is not { } loop)
            {
                yield break;
            }

            yield return loop;
            name = loop.Within;
        }
    }
}
