namespace Orchestrator.Core.Machine;

/// <summary>Estimates how long a run will still take.</summary>
internal static class TimeLeft
{
    /// <summary>
    /// Level by level the larger of work ÷ slots and the longest package; projects that run side by side share the
    /// slots, so the answer is at least all work ÷ slots and at least the longest chain of projects.
    /// </summary>
    public static TimeSpan? Of(RunBoard board)
    {
        var known = board.Packages.Select(package => Expected(board, package)).OfType<TimeSpan>().ToArray();
        if (known.Length == 0)
        {
            return null;
        }

        var median = ExpectedDurations.Median(known);
        var total = TimeSpan.Zero;
        var untilEnd = new TimeSpan[board.Nodes.Count];
        foreach (var index in board.Graph.StartOrder.Where(index => board.Plan.Nodes[index].Kind == NodeKind.Level))
        {
            var (work, longest) = OfLevel(board, index, median);
            total += work;
            var own = work / board.Options.Slots > longest ? work / board.Options.Slots : longest;
            untilEnd[index] = Before(board, index, untilEnd) + own;
            var project = board.Plan.Nodes[index].Parent;
            untilEnd[project] = Max(untilEnd[project], untilEnd[index]);
        }

        return Max(total / board.Options.Slots, untilEnd.Max());
    }

    private static TimeSpan Before(RunBoard board, int level, TimeSpan[] untilEnd)
    {
        var node = board.Plan.Nodes[level];
        return node.Constraints.Concat(board.Plan.Nodes[node.Parent].Constraints)
            .Select(constraint => untilEnd[constraint.Node]).DefaultIfEmpty(TimeSpan.Zero).Max();
    }

    private static (TimeSpan Work, TimeSpan Longest) OfLevel(RunBoard board, int level, TimeSpan median)
    {
        var (work, longest) = (TimeSpan.Zero, TimeSpan.Zero);
        foreach (var package in PackagesIn(board, level)
            .Where(package => board.Nodes[package] is { HasEnded: false, State: not NodeState.Succeeded }))
        {
            var node = board.Nodes[package];
            var worked = node.IsAtWork ? node.Package!.WorkedUntil(board.Now) : TimeSpan.Zero;
            var left = Max((Expected(board, package) ?? median) - worked, TimeSpan.Zero);
            (work, longest) = (work + left, Max(longest, left));
        }

        return (work, longest);
    }

    private static IEnumerable<int> PackagesIn(RunBoard board, int group)
    {
        var children = board.Graph.Children[group];
        return children.Where(board.Graph.IsPackage).Concat(
            children.Where(child => !board.Graph.IsPackage(child)).SelectMany(child => PackagesIn(board, child)));
    }

    private static TimeSpan? Expected(RunBoard board, int package) =>
        board.Options.Expected.Of(board.Plan.Nodes[board.TemplateOf(package)].Name);

    private static TimeSpan Max(TimeSpan one, TimeSpan other) => one > other ? one : other;
}
