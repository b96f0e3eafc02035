namespace Orchestrator.Data.Files;

/// <summary>Columns of fixed width, filled up with blanks behind the value; NULL is blanks only, or its word.
/// </summary>
internal sealed class FixedOutput(
    TextFormat format, IReadOnlyList<RowColumn> columns, IReadOnlyList<FilledColumn> filled)
    : RowOutput(format, columns, filled)
{
    private const int BlanksAtOnce = 256;

    private static readonly byte[] Blanks = [.. Enumerable.Repeat((byte)' ', BlanksAtOnce)];

    protected override void Before(TextOutput to, int column)
    {
    }

    // A word that finds no room is left out: blanks read as NULL, too.
    protected override void Null(TextOutput to, int column)
    {
        var word = NullWord(column);
        var blanks = Format.Widths[column] - FixedParser.CharactersOf(word);
        if (blanks >= 0)
        {
            to.Add(word);
        }

        Fill(to, blanks >= 0 ? blanks : Format.Widths[column]);
    }

    protected override void Plain(TextOutput to, int column, ReadOnlySpan<byte> text) =>
        Put(to, column, text, text.Length);

    protected override void Text(TextOutput to, int column, ReadOnlySpan<byte> text)
    {
        // A padded type may bring its own blanks.
        var kept = text.TrimEnd((byte)' ');
        Put(to, column, kept, FixedParser.CharactersOf(kept));
    }

    protected override void Formed(TextOutput to, int column, ReadOnlySpan<byte> text) =>
        Put(to, column, text, FixedParser.CharactersOf(text));

    protected override void End(TextOutput to) => to.Add((byte)'\n');

    private void Put(TextOutput to, int column, ReadOnlySpan<byte> text, int characters)
    {
        var width = Format.Widths[column];
        if (characters > width)
        {
            throw new DataRefusedException("ORC3001", $"column {Columns[column].Name}: a value of {characters} "
                + $"characters is wider than its column of {width}. Widen it in `widths` of the format.")
            { Column = Columns[column].Name };
        }

        to.Add(text);
        Fill(to, width - characters);
    }

    private static void Fill(TextOutput to, int count)
    {
        for (; count > 0; count -= BlanksAtOnce)
        {
            to.Add(Blanks.AsSpan(0, Math.Min(count, BlanksAtOnce)));
        }
    }
}
