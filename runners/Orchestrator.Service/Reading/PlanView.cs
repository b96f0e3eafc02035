using Orchestrator.Core;

namespace Orchestrator.Service.Reading;

/// <summary>
/// What of a plan is on one page: a group, with what it holds in bands that wait for each other. Of a batch the bands
/// are its projects, of a project its levels, of a container packages that wait for packages before. Where there is
/// too much for one picture groups stand for what they hold, and packages come page by page.
/// </summary>
internal sealed record PlanView
{
    /// <summary>Boxes of one page.</summary>
    public const int BoxesMax = 100;

    private const int RoundsMax = 50;

    public required PlanTree Tree { get; init; }

    /// <summary>The group that is shown.</summary>
    public required PlanTreeNode Root { get; init; }

    public required IReadOnlyList<PlanBand> Bands { get; init; }

    /// <summary>How many boxes all pages have.</summary>
    public required int Total { get; init; }

    public required int Page { get; init; }

    public int Pages => Math.Max(1, (Total + BoxesMax - 1) / BoxesMax);

    public IEnumerable<PlanTreeNode> Boxes => Bands.SelectMany(band => band.Boxes);

    /// <summary>Null = the plan has no such group.</summary>
    /// <param name="tree">The plan.</param>
    /// <param name="group">Name of the group; empty = the batch.</param>
    /// <param name="page">From 1.</param>
    public static PlanView? Of(PlanTree tree, string group, int page)
    {
        if (tree.Group(group) is not { } root)
        {
            return null;
        }

        var children = tree.ChildrenOf(root).ToList();
        var bands = children.TrueForAll(child => child.IsPackage)
            ? [.. Depths(children)]
            : Groups(tree, children, root.Kind);
        var total = bands.Sum(band => band.Boxes.Count);
        var shown = Math.Clamp(page, 1, Math.Max(1, (total + BoxesMax - 1) / BoxesMax));
        return new PlanView
        {
            Tree = tree,
            Root = root,
            Bands = [.. Cut(bands, (shown - 1) * BoxesMax)],
            Total = total,
            Page = shown,
        };
    }

    /// <summary>The finest boxes of which there are few enough.</summary>
    private static List<PlanBand> Groups(PlanTree tree, List<PlanTreeNode> children, NodeKind of)
    {
        // What a level holds runs side by side: one band of it.
        if (of == NodeKind.Level)
        {
            return [new PlanBand(null, children, IsBehind: false)];
        }

        // So do the turns of a loop, of which there can be many: the worst stand on the first page.
        if (of == NodeKind.Container)
        {
            return [new PlanBand(null, [.. children.OrderBy(child =>
                child.State is { } state ? (int)PlanCounts.Of(state) : 0)], IsBehind: false)];
        }

        List<PlanBand> bands = [];
        for (var depth = 2; depth >= 0; depth--)
        {
            bands = [.. children.Select(child => new PlanBand(
                child, [.. Below(tree, child, depth)], child.Before.Any(before => children.Exists(
                    other => other.Index == before))))];
            if (bands.Sum(band => band.Boxes.Count) <= BoxesMax)
            {
                break;
            }
        }

        return bands;
    }

    // So far down, and no further than to groups that hold packages.
    private static IEnumerable<PlanTreeNode> Below(PlanTree tree, PlanTreeNode node, int depth) =>
        depth == 0 || node.Kind == NodeKind.Container || !tree.ChildrenOf(node).Any() ? [node]
            : tree.ChildrenOf(node).SelectMany(child => Below(tree, child, depth - 1));

    private static IEnumerable<PlanBand> Depths(List<PlanTreeNode> packages)
    {
        var depths = packages.ToDictionary(package => package.Index, _ => 0);
        var isChanged = true;
        // Most stand behind those that they wait for, so that it takes a round or two.
        for (var round = 0; isChanged && round < RoundsMax; round++)
        {
            isChanged = false;
            foreach (var package in packages)
            {
                var depth = 1 + package.Before.Max(before => (int?)depths.GetValueOrDefault(before, -1)) ?? 0;
                isChanged |= depth != depths[package.Index];
                depths[package.Index] = depth;
            }
        }

        return packages.GroupBy(package => depths[package.Index]).OrderBy(band => band.Key)
            .Select(band => new PlanBand(null, [.. band], band.Key > 0));
    }

    private static IEnumerable<PlanBand> Cut(IEnumerable<PlanBand> bands, int skip)
    {
        var left = BoxesMax;
        foreach (var band in bands)
        {
            var boxes = band.Boxes.Skip(skip).Take(left).ToList();
            skip = Math.Max(0, skip - band.Boxes.Count);
            left -= boxes.Count;
            if (boxes.Count > 0)
            {
                yield return band with { Boxes = boxes };
            }
        }
    }
}

/// <summary>Boxes side by side.</summary>
/// <param name="Group">The group that holds them; null = it is the one that is shown.</param>
/// <param name="Boxes">Groups or packages.</param>
/// <param name="IsBehind">Whether it waits for one of the bands above.</param>
internal sealed record PlanBand(PlanTreeNode? Group, IReadOnlyList<PlanTreeNode> Boxes, bool IsBehind);
