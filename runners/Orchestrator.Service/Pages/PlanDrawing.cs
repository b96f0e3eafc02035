using Microsoft.AspNetCore.Components;
using Microsoft.AspNetCore.Components.Rendering;
using Orchestrator.Core;
using Orchestrator.Report.Charts;
using Orchestrator.Service.Reading;

namespace Orchestrator.Service.Pages;

/// <summary>
/// A group of a plan as a drawing: a box for each node, in bands that wait for each other from top to bottom. It
/// stretches with the page, and each box is a link; the table below says the same.
/// </summary>
public sealed class PlanDrawing : ComponentBase
{
    private const string Svg = "svg";

    [Inject]
    internal PlanReading Reading { get; set; } = null!;

    protected override void BuildRenderTree(RenderTreeBuilder builder)
    {
        var layout = PlanLayout.Of(Reading.View);
        builder.OpenElement(0, Svg);
        builder.AddAttribute(1, "class", "plan");
        builder.AddAttribute(2, "role", "group");
        builder.AddAttribute(3, "aria-labelledby", "plan-name plan-text");
        builder.AddAttribute(4, "height", $"{layout.Height}");
        Element(builder, "title", ("id", "plan-name"), $"Plan of {Reading.View.Root.Name}");
        Element(builder, "desc", ("id", "plan-text"),
            $"{Words.Count(layout.Boxes.Count, "box", "boxes")}, from top to bottom in the order in which they may "
            + "start. The table below says the same.");
        foreach (var (from, to) in layout.Edges)
        {
            Edge(builder, from, to);
        }

        foreach (var band in layout.Bands)
        {
            Band(builder, band);
        }

        foreach (var box in layout.Boxes)
        {
            Box(builder, box);
        }

        builder.CloseElement();
    }

    private static void Edge(RenderTreeBuilder builder, PlanBox from, PlanBox to) => Shape(builder, "line",
        ("class", "edge"), ("x1", Place.Percent(from.Middle)), ("y1", $"{from.Bottom}"),
        ("x2", Place.Percent(to.Middle)), ("y2", $"{to.Top}"));

    private static void Band(RenderTreeBuilder builder, PlanBandPlace band)
    {
        if (band.IsBehind)
        {
            Shape(builder, "line", ("class", "edge"), ("x1", "50%"), ("x2", "50%"),
                ("y1", $"{band.Top - PlanLayout.ArrowHeight}"), ("y2", $"{band.Top - PlanLayout.ArrowHead}"));
            builder.OpenElement(0, Svg);
            builder.AddAttribute(1, "class", "arrow");
            builder.AddAttribute(2, "aria-hidden", "true");
            builder.AddAttribute(3, "x", "50%");
            builder.AddAttribute(4, "y", $"{band.Top - PlanLayout.ArrowHead}");
            builder.AddAttribute(5, "overflow", "visible");
            Shape(builder, "path", ("d", "M-5 0H5L0 6Z"));
            builder.CloseElement();
        }

        if (band.Name.Length > 0)
        {
            Element(builder, "text", ("class", "band-name"), band.Name, ("x", "0"), ("y", $"{band.Top + 14}"));
        }
    }

    private void Box(RenderTreeBuilder builder, PlanBox box)
    {
        var (node, counts) = (box.Node, Reading.View.Tree.CountsOf(box.Node));
        builder.OpenElement(0, "a");
        builder.AddAttribute(1, "href", PlanWords.AddressOf(Reading, node));
        builder.AddAttribute(2, "data-node", node.Name);
        builder.AddAttribute(3, "aria-label", PlanWords.Sentence(node, counts));
        Shape(builder, "rect", ("class", $"box {PlanWords.ToneOf(node, counts)}"), ("rx", "5"),
            ("x", Place.Percent(box.Left)), ("y", $"{box.Top}"), ("width", Place.Percent(box.Width)),
            ("height", $"{PlanLayout.BoxHeight}"));
        builder.OpenElement(4, Svg);
        builder.AddAttribute(5, "aria-hidden", "true");
        builder.AddAttribute(6, "x", Place.Percent(box.Left));
        builder.AddAttribute(7, "y", $"{box.Top}");
        builder.AddAttribute(8, "width", Place.Percent(box.Width));
        builder.AddAttribute(9, "height", $"{PlanLayout.BoxHeight}");
        Element(builder, "text", ("class", "name"), PlanWords.ShortName(node), ("x", "8"), ("y", "17"));
        Element(builder, "text", ("class", "counts"), PlanWords.Short(node, counts), ("x", "8"), ("y", "34"));
        Share(builder, node, counts);
        builder.CloseElement();
        builder.CloseElement();
    }

    // How much of a group is how far, along its lower edge.
    private static void Share(RenderTreeBuilder builder, PlanTreeNode node, PlanCounts counts)
    {
        var done = 0.0;
        foreach (var (state, count) in node.IsPackage ? [] : counts.Shown)
        {
            var width = 100.0 * count / counts.Total;
            Shape(builder, "rect", ("class", $"share {PlanWords.ClassOf(state)}"), ("x", Place.Percent(done)),
                ("y", $"{PlanLayout.BoxHeight - 6}"), ("width", Place.Percent(width)), ("height", "6"));
            done += width;
        }
    }

    private static void Shape(RenderTreeBuilder builder, string name, params (string Name, string Value)[] attributes)
    {
        builder.OpenElement(0, name);
        foreach (var (attribute, value) in attributes)
        {
            builder.AddAttribute(1, attribute, value);
        }

        builder.CloseElement();
    }

    private static void Element(RenderTreeBuilder builder, string name, (string Name, string Value) attribute,
        string text, params (string Name, string Value)[] more)
    {
        builder.OpenElement(0, name);
        foreach (var (key, value) in more.Prepend(attribute))
        {
            builder.AddAttribute(1, key, value);
        }

        builder.AddContent(2, text);
        builder.CloseElement();
    }
}
