using Orchestrator.Cli.Output;
using Orchestrator.Runner.Text;
using Spectre.Console;
using Spectre.Console.Rendering;

namespace Orchestrator.Cli.Run.Progress;

/// <summary>Lines for Spectre's live display: as styled text, never as markup.</summary>
internal sealed class LinesOf(IReadOnlyList<Line> lines) : Renderable
{
    protected override IEnumerable<Segment> Render(RenderOptions options, int maxWidth)
    {
        foreach (var line in lines)
        {
            foreach (var piece in line.Pieces)
            {
                yield return new Segment(OutsideText.WithoutSecrets.Line(piece.Text), StyleOf(piece.Ink));
            }

            yield return Segment.LineBreak;
        }
    }

    private static Style StyleOf(Ink ink) => ink switch
    {
        Ink.Good => new Style(Color.Green),
        Ink.Bad => new Style(Color.Red),
        Ink.Warn => new Style(Color.Yellow),
        Ink.Dim => new Style(decoration: Decoration.Dim),
        Ink.Strong => new Style(decoration: Decoration.Bold),
        _ => Style.Plain,
    };
}
