using Orchestrator.Runner.Text;

namespace Orchestrator.Cli.Output;

/// <summary>
/// Writes lines to one stream. Every text passes the escaping gate here, so that no screen can forget it.
/// </summary>
internal sealed class Printer(TextWriter writer, bool colour, OutsideText gate)
{
    public void Write(IEnumerable<Line> lines)
    {
        foreach (var line in lines)
        {
            Write(line);
        }
    }

    public void Write(Line line)
    {
        foreach (var piece in line.Pieces)
        {
            // Azure's agents take such a word for a command wherever it stands in a line.
            var text = gate.Line(piece.Text).Replace("##vso[", "## vso[", StringComparison.OrdinalIgnoreCase);
            writer.Write(colour && piece.Ink != Ink.Plain ? $"{Code(piece.Ink)}{text}\u001b[0m" : text);
        }

        writer.Write('\n');
        writer.Flush();
    }

    private static string Code(Ink ink) => ink switch
    {
        Ink.Good => "\u001b[32m",
        Ink.Bad => "\u001b[31m",
        Ink.Warn => "\u001b[33m",
        Ink.Dim => "\u001b[2m",
        _ => "\u001b[1m",
    };
}
