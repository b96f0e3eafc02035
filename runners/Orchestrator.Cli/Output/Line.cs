namespace Orchestrator.Cli.Output;

/// <summary>What a piece of text means; a terminal shows it as a colour.</summary>
internal enum Ink { Plain, Good, Bad, Warn, Dim, Strong }

/// <summary>A piece of a line.</summary>
internal sealed record Piece(string Text, Ink Ink);

/// <summary>
/// One line of a screen: plain text in pieces, without any control characters of a terminal. The printer adds those.
/// </summary>
internal sealed class Line
{
    private readonly List<Piece> _pieces = [];

    public Line(string text = "", Ink ink = Ink.Plain) => Add(text, ink);

    public IReadOnlyList<Piece> Pieces => _pieces;

    public static implicit operator Line(string text) => new(text);

    public Line Add(string text, Ink ink = Ink.Plain)
    {
        if (text.Length > 0)
        {
            _pieces.Add(new Piece(text, ink));
        }

        return this;
    }

    public override string ToString() => string.Concat(_pieces.Select(piece => piece.Text));
}
