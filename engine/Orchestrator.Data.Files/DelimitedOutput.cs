using System.Buffers;
using System.Globalization;
using System.Text;

namespace Orchestrator.Data.Files;

/// <summary>
/// RFC 4180 with LF: quoted is what would read back as something else, and the empty text, because nothing at all is
/// NULL; with the header and the quote of the format. Without a quote the empty text is nothing at all, too, and the
/// rules of the file have refused what would need one.
/// </summary>
internal sealed class CsvOutput(
    TextFormat format, IReadOnlyList<RowColumn> columns, IReadOnlyList<FilledColumn> filled)
    : RowOutput(format, columns, filled)
{
    private readonly byte[] _field = CsvParser.CheckSeparator(format);
    private readonly byte _quote = (byte)format.QuoteByte;
    private readonly byte[] _comment = Encoding.UTF8.GetBytes(format.Comment);
    private readonly bool _quotesAll = FileRules.IsInNumbers(format.Field);
    private byte[] _defused = [];

    private static ReadOnlySpan<byte> Declared => "sep="u8;

    public override void Begin(TextOutput to)
    {
        if (!Format.HasHeader)
        {
            return;
        }

        // A name that would be taken for what a first line says of the separator is no first line.
        if (Columns.Count == 1 && SeparatorSigns.Declared(Encoding.UTF8.GetBytes(Columns[0].Name)) is not null)
        {
            to.Add(Declared);
            to.Add(_field);
            End(to);
        }

        for (var i = 0; i < Columns.Count; i++)
        {
            Before(to, i);
            Name(to, i, Encoding.UTF8.GetBytes(Columns[i].Name));
        }

        End(to);
    }

    protected override void Before(TextOutput to, int column)
    {
        if (column > 0)
        {
            to.Add(_field);
        }
    }

    // Without quotes a name is looked at for other separators than that of the format.
    private void Name(TextOutput to, int column, ReadOnlySpan<byte> name)
    {
        if (SeparatorSigns.AreIn(name))
        {
            Quote(to, Harmless(name));
        }
        else
        {
            Text(to, column, name);
        }
    }

    // A word that a comment begins with would hide its row, and nothing at all is NULL, too.
    protected override void Null(TextOutput to, int column)
    {
        var word = NullWord(column);
        to.Add(column == 0 && IsNoRow(word) ? default : word);
    }

    protected override void Plain(TextOutput to, int column, ReadOnlySpan<byte> text)
    {
        if (_quotesAll || text.IsEmpty || (column == 0 && IsNoRow(text)) || NullWords.Has(Nulls[column], text))
        {
            Quote(to, text);
        }
        else
        {
            to.Add(text);
        }
    }

    protected override void Formed(TextOutput to, int column, ReadOnlySpan<byte> text) => Put(to, column, text);

    protected override void Text(TextOutput to, int column, ReadOnlySpan<byte> text) =>
        Put(to, column, Harmless(text));

    private void Put(TextOutput to, int column, ReadOnlySpan<byte> text)
    {
        // Without quotes a mark at the beginning of a row is one between files.
        if (_quotesAll || text.IsEmpty || text.IndexOfAny(_quote, (byte)'\n', (byte)'\r') >= 0
            || text.IndexOf(_field) >= 0 || text.StartsWith(Encoding.UTF8.Preamble) || (column == 0 && IsNoRow(text))
            || IsBetweenApostrophes(text) || NullWords.Has(Nulls[column], text))
        {
            Quote(to, text);
        }
        else
        {
            to.Add(text);
        }
    }

    // Where all values are, without quotes, they are taken for quoted by them.
    private static bool IsBetweenApostrophes(ReadOnlySpan<byte> text) => text is [(byte)'\'', .., (byte)'\''];

    protected override void End(TextOutput to) => to.Add((byte)'\n');

    // Without a header the first line may say how a file is separated.
    private bool IsNoRow(ReadOnlySpan<byte> text) => (_comment.Length > 0 && text.StartsWith(_comment))
        || (!Format.HasHeader && Declares(text));

    /// <summary>Whether a first line that begins so would say how the file is separated.</summary>
    internal static bool Declares(ReadOnlySpan<byte> text) =>
        text.Length >= Declared.Length && Ascii.EqualsIgnoreCase(text[..Declared.Length], Declared);

    // Also the wide signs that some take for them. Blanks and signs that nobody sees a spreadsheet passes over before
    // it looks; what begins with a tab or a new line it may put into another cell.
    private static bool IsFormula(ReadOnlySpan<byte> text)
    {
        var isMoved = text is [(byte)'\t' or (byte)'\r' or (byte)'\n', ..];
        while (!isMoved && Rune.DecodeFromUtf8(text, out var rune, out var width) == OperationStatus.Done)
        {
            if (!IsPassedOver(rune))
            {
                return rune.Value is '=' or '+' or '-' or '@' or '\uFF1D' or '\uFF0B' or '\uFF0D' or '\uFF20';
            }

            text = text[width..];
        }

        return isMoved;
    }

    private static bool IsPassedOver(Rune rune) => !Rune.IsLetterOrDigit(rune)
        && (Rune.IsWhiteSpace(rune)
            || Rune.GetUnicodeCategory(rune) is UnicodeCategory.Control or UnicodeCategory.Format);

    private ReadOnlySpan<byte> Harmless(ReadOnlySpan<byte> text) =>
        Format.DefusesFormulas && IsFormula(text) ? Defused(text) : text;

    private ReadOnlySpan<byte> Defused(ReadOnlySpan<byte> text)
    {
        if (_defused.Length <= text.Length)
        {
            _defused = new byte[text.Length + 1];
        }

        _defused[0] = (byte)'\'';
        text.CopyTo(_defused.AsSpan(1));
        return _defused.AsSpan(0, text.Length + 1);
    }

    private void Quote(TextOutput to, ReadOnlySpan<byte> text)
    {
        if (Format.IsBare)
        {
            to.Add(text);
            return;
        }

        to.Add(_quote);
        for (var at = text.IndexOf(_quote); at >= 0; at = text.IndexOf(_quote))
        {
            to.Add(text[..(at + 1)]);
            to.Add(_quote);
            text = text[(at + 1)..];
        }

        to.Add(text);
        to.Add(_quote);
    }
}

/// <summary>As bcp writes: nothing at all is NULL, a single U+0000 the empty text.</summary>
internal sealed class BcpOutput(
    TextFormat format, IReadOnlyList<RowColumn> columns, IReadOnlyList<FilledColumn> filled)
    : RowOutput(format, columns, filled)
{
    private readonly byte[] _field = Encoding.UTF8.GetBytes(format.Field);
    private readonly byte[] _row = Encoding.UTF8.GetBytes(format.Row);

    protected override void Before(TextOutput to, int column)
    {
        if (column > 0)
        {
            to.Add(_field);
        }
    }

    protected override void Null(TextOutput to, int column) => to.Add(NullWord(column));

    protected override void Plain(TextOutput to, int column, ReadOnlySpan<byte> text) => Text(to, column, text);

    protected override void Formed(TextOutput to, int column, ReadOnlySpan<byte> text) => Text(to, column, text);

    protected override void Text(TextOutput to, int column, ReadOnlySpan<byte> text)
    {
        if (text.IsEmpty)
        {
            to.Add(0);
        }
        else
        {
            to.Add(text);
        }
    }

    protected override void End(TextOutput to) => to.Add(_row);
}
