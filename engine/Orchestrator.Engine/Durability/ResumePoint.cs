namespace Orchestrator.Engine.Durability;

/// <summary>
/// From where a run that has ended can go on: what is done there, and what is to run again, which is all else and
/// whatever reads it, because a package can be on disk while its source's commits are lost.
/// </summary>
/// <param name="Done">Indices of the packages that need not run.</param>
/// <param name="Again">Indices of the packages that are to run.</param>
public sealed record ResumePoint(IReadOnlySet<int> Done, IReadOnlySet<int> Again)
{
    /// <summary>Finds it.</summary>
    /// <param name="plan">The plan.</param>
    /// <param name="isDone">Whether a package ended well, by its index, and all of it is on disk.</param>
    public static ResumePoint Of(Plan plan, Func<int, bool> isDone)
    {
        var packages = plan.Nodes.Where(node => node is { Kind: NodeKind.Package, IsHook: false }).ToArray();
        var again = packages.Where(node => !isDone(node.Index)).Select(node => node.Index).ToHashSet();
        var before = -1;
        while (again.Count > before)
        {
            before = again.Count;
            again.UnionWith(packages.Where(node => node.Reads.Any(again.Contains)).Select(node => node.Index));
        }

        return new ResumePoint(packages.Select(node => node.Index).Where(index => !again.Contains(index)).ToHashSet(),
            again);
    }
}
