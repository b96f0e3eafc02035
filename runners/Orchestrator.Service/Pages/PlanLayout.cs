using Orchestrator.Core;
using Orchestrator.Service.Reading;

namespace Orchestrator.Service.Pages;

/// <summary>A box of a drawn plan: percentages of the width, and points from above.</summary>
internal sealed record PlanBox(PlanTreeNode Node, double Left, double Width, int Top)
{
    public double Middle => Left + (Width / 2);

    public int Bottom => Top + PlanLayout.BoxHeight;
}

/// <summary>Where a band begins.</summary>
/// <param name="Name">What stands above its boxes; empty = nothing.</param>
/// <param name="Top">Points from above.</param>
/// <param name="IsBehind">Whether an arrow leads to it.</param>
internal sealed record PlanBandPlace(string Name, int Top, bool IsBehind);

/// <summary>Where everything of a plan stands on its drawing. Pure.</summary>
internal sealed record PlanLayout
{
    public const int BoxHeight = 44;
    public const int ArrowHeight = 22;
    public const int ArrowHead = 8;

    private const int NameHeight = 20;
    private const int Gap = 8;
    private const double GapWidth = 1.5;
    private const int GroupColumns = 2;
    private const int PackageColumns = 3;
    private const int EdgesMax = 300;

    public required IReadOnlyList<PlanBandPlace> Bands { get; init; }

    public required IReadOnlyList<PlanBox> Boxes { get; init; }

    /// <summary>What waits for what, where packages are drawn; none where there would be too many lines.</summary>
    public required IReadOnlyList<(PlanBox From, PlanBox To)> Edges { get; init; }

    public required int Height { get; init; }

    public static PlanLayout Of(PlanView view)
    {
        var bands = new List<PlanBandPlace>();
        var boxes = new List<PlanBox>();
        var top = 1;
        foreach (var band in view.Bands)
        {
            top += bands.Count > 0 ? ArrowHeight : 0;
            var name = band.Group is { } group && !(band.Boxes is [var only] && only == group)
                ? PlanWords.BandName(group) : "";
            bands.Add(new PlanBandPlace(name, top, band.IsBehind && bands.Count > 0 && band.Group is not null));
            top += name.Length > 0 ? NameHeight : 0;
            top = Place(band.Boxes, top, boxes);
        }

        return new PlanLayout { Bands = bands, Boxes = boxes, Edges = EdgesOf(boxes), Height = top + 1 };
    }

    private static int Place(IReadOnlyList<PlanTreeNode> nodes, int top, List<PlanBox> boxes)
    {
        var most = nodes.All(node => node.Kind == NodeKind.Package) ? PackageColumns : GroupColumns;
        var columns = Math.Min(most, nodes.Count);
        var width = (100 - (GapWidth * (columns - 1))) / columns;
        foreach (var (at, node) in nodes.Index())
        {
            boxes.Add(new PlanBox(
                node, at % columns * (width + GapWidth), width, top + (at / columns * (BoxHeight + Gap))));
        }

        var rows = (nodes.Count + columns - 1) / columns;
        return top + (rows * (BoxHeight + Gap)) - Gap;
    }

    private static List<(PlanBox, PlanBox)> EdgesOf(List<PlanBox> boxes)
    {
        var packages = boxes.Where(box => box.Node.IsPackage).ToDictionary(box => box.Node.Index);
        List<(PlanBox, PlanBox)> edges =
        [
            .. packages.Values.SelectMany(to => to.Node.Before.Where(packages.ContainsKey)
                .Select(from => (packages[from], to))).Take(EdgesMax + 1),
        ];
        return edges.Count > EdgesMax ? [] : edges;
    }
}
