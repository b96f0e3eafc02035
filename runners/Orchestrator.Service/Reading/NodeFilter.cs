using Orchestrator.Core;
using Orchestrator.Report.Figures;

namespace Orchestrator.Service.Reading;

/// <summary>Which packages of a run are shown, as it stands in the address.</summary>
/// <param name="State">One of <see cref="States"/>; empty = all.</param>
/// <param name="Text">A part of the name; empty = all.</param>
/// <param name="Sort">One of <see cref="Sorts"/>; empty = the plan's order.</param>
/// <param name="Page">From 1.</param>
internal sealed record NodeFilter(string State, string Text, string Sort, int Page)
{
    public const int PageSize = 100;

    public static readonly IReadOnlyDictionary<string, Func<PackageFigures, bool>> States =
        new Dictionary<string, Func<PackageFigures, bool>>
        {
            ["failed"] = package => package.IsFailed,
            ["blocked"] = package => package.State == NodeState.Blocked,
            ["cancelled"] = package => package.State is NodeState.Cancelled or NodeState.Cancelling,
            ["running"] = package => package.State is NodeState.Running or NodeState.Cancelling,
            ["waiting"] = package => package.State is NodeState.Pending or NodeState.Ready or NodeState.Held,
            ["ok"] = package => package.IsOk,
            ["rejected"] = package => package.Rows.Rejected > 0,
            ["not-run"] = package => package.State is NodeState.Done or NodeState.Disabled or NodeState.NotNeeded
                or NodeState.SkippedByOperator,
        };

    public static readonly IReadOnlyList<string> Sorts = ["began", "took", "name", "read"];

    public static NodeFilter All { get; } = new("", "", "", 1);

    public NodePage Of(IReadOnlyList<PackageFigures> work)
    {
        var found = work.Where(package => (!States.TryGetValue(State, out var holds) || holds(package))
            && package.Name.Contains(Text, StringComparison.OrdinalIgnoreCase));
        var sorted = (Sort switch
        {
            "began" => found.OrderBy(package => package.HasRun ? package.Began : DateTimeOffset.MaxValue),
            "took" => found.OrderByDescending(package => package.HasRun ? package.Took : TimeSpan.MinValue),
            "name" => found.OrderBy(package => package.Name, StringComparer.Ordinal),
            "read" => found.OrderByDescending(package => package.Rows.Read),
            _ => found,
        }).ToList();
        var pages = Math.Max(1, (sorted.Count + PageSize - 1) / PageSize);
        var page = Math.Clamp(Page, 1, pages);
        return new NodePage([.. sorted.Skip((page - 1) * PageSize).Take(PageSize)], sorted.Count, page, pages);
    }

    /// <summary>The query of an address that shows a page of this.</summary>
    public string Query(int page)
    {
        (string Name, string Value)[] parts =
            [("state", State), ("text", Text), ("sort", Sort), ("page", page > 1 ? $"{page}" : "")];
        var said = string.Join('&', parts.Where(part => part.Value.Length > 0)
            .Select(part => $"{part.Name}={Uri.EscapeDataString(part.Value)}"));
        return said.Length > 0 ? "?" + said : "";
    }
}

/// <summary>A page of packages.</summary>
internal sealed record NodePage(IReadOnlyList<PackageFigures> Packages, int Total, int Page, int Pages);
