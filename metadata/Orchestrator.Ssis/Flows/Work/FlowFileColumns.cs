using Orchestrator.Ssis.Flows.Sets;

namespace Orchestrator.Ssis.Flows.Work;

/// <summary>A column of a load that reads a file.</summary>
/// <param name="Item">What it is of the file.</param>
/// <param name="Name">Its name in the target.</param>
/// <param name="Origins">The columns of the flow that it is.</param>
internal sealed record FlowFileColumn(FileItem Item, string Name, IReadOnlyList<FileItem> Origins);

/// <summary>The columns that a load of a file names.</summary>
internal static class FlowFileColumns
{
    /// <summary>The columns that somebody takes; all in their order, where the file does not name them itself.
    /// </summary>
    public static IReadOnlyList<FlowFileColumn> Of(FileSet set, Func<FileItem, bool> isTaken)
    {
        var taken = set.Items.Where(isTaken).ToList();
        HashSet<string> names = new(StringComparer.OrdinalIgnoreCase);
        List<FlowFileColumn> columns = [];
        foreach (var declared in set.Declared)
        {
            var origins = taken.FindAll(each => each.Value is null && each.Source == declared.Source);
            if (origins.Count > 0 || !set.File.Format.HasHeader)
            {
                columns.Add(new(origins.Count > 0 ? origins[0] : declared,
                    FlowNames.Unique(declared.Source, "_", names), origins));
            }
        }

        columns.AddRange(taken.Where(each => each.Value is not null).Select(each =>
            new FlowFileColumn(each, FlowNames.Unique(each.Origin.Column, "_", names), [each])));
        return columns.Count > 0 ? columns
            : [.. set.Declared.Take(1).Select(each => new FlowFileColumn(each, each.Source, []))];
    }
}
