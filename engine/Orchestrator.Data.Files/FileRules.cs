using System.Text;
using Orchestrator.Core.Types;

namespace Orchestrator.Data.Files;

/// <summary>Which columns a file of a format can have, and which of their values read back as they are.</summary>
public sealed class FileRules(TextFormat format) : ColumnRules
{
    private readonly CodePageTable? _page = CodePageTable.Of(format.Encoding);

    public override string? ColumnRefusal(string name) =>
        format.IsByPlace ? null
        : name.Length == 0 ? "it has no name"
        : _page?.Has(name) == false ? $"{_page.Name}, the encoding of the file, does not have each of its characters"
        : _page is not null && CodePageTexts.IsMark(_page, Encoding.UTF8.GetBytes(name))
            ? "a file that begins with it looks like one of another encoding"
        : name.EnumerateRunes().Any(rune => rune == Rune.ReplacementChar) && !name.Contains('\uFFFD')
            ? "it holds half a character"
        : format.IsBare && NeedsQuotes(name)
            ? "it holds a line end or what files are separated by, and the format has no quotes"
        : null;

    public override string? TypeRefusal(SqlType type) => null;

    /// <summary>As the header of a csv file is read: names that differ only in case are one.</summary>
    public override string Fold(string name) => name.ToUpperInvariant();

    public override ColumnLimits LimitsAt(RowColumn column, int place, int count)
    {
        var limits = OfStyle(column, place, count);
        return _page is null ? limits
            : limits with { Texts = new CodePageTexts(_page, place == 0 && BeginsWithValues, limits.Texts) };
    }

    private ColumnLimits OfStyle(RowColumn column, int place, int count)
    {
        var limits = format.Style switch
        {
            TextStyle.Bcp => new ColumnLimits
            {
                TakesNonFinite = true,
                Texts = new BcpTexts(format, place == 0, place == count - 1),
            },
            TextStyle.Csv when format.IsBare => new ColumnLimits
            {
                TakesNonFinite = true,
                Texts = new BareTexts(format, place == 0),
            },
            TextStyle.Fixed when place < format.Widths.Count => Within(format.Widths[place], column.Type, place == 0),
            _ => new ColumnLimits { TakesNonFinite = true },
        };
        limits = format.FormsOf(column.Name)?.Of(column.Type) is { } form ? limits with { Form = form } : limits;
        return limits.Texts is { } texts && NullWords.Of(format, column.Name) is { } words
            ? limits with
            {
                NullWords = words,
                Texts = new NullTexts(texts, words, isTrimmed: format.Style == TextStyle.Fixed),
            }
            : limits;
    }

    /// <summary>
    /// Why no file of a format can be written that reads back, as the end of a sentence; null where it can.
    /// </summary>
    public static string? Refusal(TextFormat format) => Unwritten(format) ?? OfPage(format) ?? format.Style switch
    {
        TextStyle.Bcp when format.Field.Contains(format.Row, StringComparison.Ordinal)
            || format.Row.Contains(format.Field, StringComparison.Ordinal) =>
            "one of its terminators holds the other, so that a value could look like both",
        TextStyle.Csv when format.IsBare && ApostropheCounts(format) =>
            "the apostrophe before a formula is its separator, or begins a word for NULL, and it has no quotes",
        _ when format.IsBare && (IsInValues(format.Field, format) || IsInValues(format.Row, format)) =>
            "a terminator of letters, digits, blanks and the signs "
            + (format.Forms is null && format.ColumnForms.Count == 0
                ? "+ - . :" : "that its numbers and dates are written with") + " stands in numbers and dates, too",
        TextStyle.Excel => "workbooks are read and never written",
        _ => null,
    };

    // Whichever is shorter holds: what the type says counts no fewer than characters.
    private static ColumnLimits Within(int width, SqlType type, bool isFirst)
    {
        var limits = new ColumnLimits
        {
            TakesNonFinite = true,
            ValueLengthMax = width,
            Texts = new FixedTexts(type.Kind is SqlTypeKind.Char or SqlTypeKind.NChar, isFirst),
        };
        return type.LengthMax > 0 && type.LengthMax <= width
            ? limits
            : limits with { LengthUnit = LengthUnit.Characters, LengthMax = width };
    }

    private static string? OfPage(TextFormat format) =>
        CodePageTable.Of(format.Encoding) is not { } page ? null
        : HasTerminators(format) && !(page.Has(format.Field) && page.Has(format.Row))
            ? $"{page.Name} does not have each character of its terminators"
        : !(page.Has(Signs(format)) && Words(format).All(words => page.Has(words[0])))
            ? $"{page.Name} does not have each character that its numbers, dates or NULL are written with"
        : (format.IsBare || format.Style == TextStyle.Fixed)
            && Words(format).Any(words => words.Any(word => word.Contains('?', StringComparison.Ordinal)))
            ? "a question mark stands for what its encoding does not have, and in one of its words for NULL"
        : format.IsBare && (format.Field + format.Row).Contains('?')
            ? "a question mark stands for what its encoding does not have, and in one of its terminators"
        : null;

    // What is left out when a file is read is not made when it is written.
    private static string? Unwritten(TextFormat format) =>
        format.SkipLines > 0 || format.SkipLastLines > 0 ? "lines that are skipped are not written"
        : (format.Style != TextStyle.Csv || format.IsBare) && format.Comment.Length > 0
            ? "a row that begins as a comment does would be none"
        : null;

    // A name that holds what other files are separated by makes the reader doubt the separator of this one.
    private bool NeedsQuotes(string name) => SeparatorSigns.AreIn(Encoding.UTF8.GetBytes(name))
        || name.Contains(format.Field, StringComparison.Ordinal) || name.AsSpan().IndexOfAny('\0', '\uFEFF') >= 0
        || name.AsSpan().IndexOfAny(FileSigns.LineEnds) >= 0;

    private static bool ApostropheCounts(TextFormat format) => format.DefusesFormulas
        && (format.Field == "'" || Words(format).Any(words => words.Any(word => word.StartsWith('\''))));

    private static bool HasTerminators(TextFormat format) => format.Style is TextStyle.Csv or TextStyle.Bcp;

    private bool BeginsWithValues => format.IsByPlace;

    private static string Signs(TextFormat format) => format.Forms?.Signs
        + string.Concat(format.ColumnForms.Values.Select(column => column.Times?.Signs));

    private static IEnumerable<IReadOnlyList<string>> Words(TextFormat format) =>
        format.ColumnForms.Values.Select(column => column.Nulls ?? []).Append(format.Nulls)
            .Where(words => words.Count > 0);

    private static bool IsInValues(string terminator, TextFormat format)
    {
        var signs = Signs(format);
        return terminator.All(sign => IsInNumbers($"{sign}") || signs.Contains(sign, StringComparison.Ordinal));
    }

    internal static bool IsInNumbers(string terminator) =>
        terminator.All(sign => char.IsAsciiLetterOrDigit(sign) || sign is '+' or '-' or '.' or ':' or ' ');
}

/// <summary>
/// Texts between terminators: none that holds one, or with the one behind it would; no lone U+0000, which stands for
/// the empty text; nothing that a row would begin with a byte order mark for, or end with CR LF where LF ends it.
/// </summary>
internal sealed class BcpTexts(TextFormat format, bool isFirst, bool isLast) : TextRule
{
    private readonly byte[] _field = Encoding.UTF8.GetBytes(format.Field);
    private readonly byte[] _row = Encoding.UTF8.GetBytes(format.Row);
    private byte[] _room = [];

    // Where terminators are data, only the one that a column ends with counts.
    private byte[] Ending => isLast ? _row : _field;

    private bool OtherCounts => !format.TerminatorInColumns;

    public override string Refused =>
        "holds a terminator of the file, begins one with the value behind it, or would not read back: U+0000 stands "
        + "for no text, a row begins with no byte order mark and ends in no carriage return before its line feed";

    // CR before the LF that ends a row is taken for a part of it.
    private bool HasReturn => isLast && _row[0] == (byte)'\n';

    public override bool Keeps(ReadOnlySpan<byte> text) => !(text.Length == 1 && text[0] == 0)
        && !(isFirst && text.StartsWith(Encoding.UTF8.Preamble)) && !(HasReturn && text is [.., (byte)'\r'])
        && IndexOf(text, Ending) < 0 && (!OtherCounts || IndexOf(text, isLast ? _field : _row) < 0);

    public override byte[] Repaired(ReadOnlySpan<byte> text)
    {
        var repaired = new List<byte>(text.Length);
        while (!text.IsEmpty)
        {
            Rune.DecodeFromUtf8(text, out _, out var length);
            var begins = text[0] == _field[0] || text[0] == _row[0] || (text.Length == 1 && text[0] == 0)
                || (HasReturn && text is [(byte)'\r'])
                || (isFirst && repaired.Count == 0 && text.StartsWith(Encoding.UTF8.Preamble));
            repaired.AddRange(begins ? "\uFFFD"u8 : text[..length]);
            text = text[length..];
        }

        return [.. repaired];
    }

    private int IndexOf(ReadOnlySpan<byte> text, byte[] terminator)
    {
        var found = text.IndexOf(terminator);
        if (found >= 0 || terminator.Length == 1 || text.IsEmpty)
        {
            return found;
        }

        // A terminator that begins in the value and ends in the one behind it.
        var tail = Math.Min(text.Length, terminator.Length - 1);
        if (_room.Length < tail + Ending.Length)
        {
            _room = new byte[Math.Max(terminator.Length, 1) + Ending.Length];
        }

        text[^tail..].CopyTo(_room);
        Ending.CopyTo(_room.AsSpan(tail));
        found = _room.AsSpan(0, tail + Ending.Length).IndexOf(terminator);
        return found < tail ? found : -1;
    }
}

/// <summary>
/// Texts in columns of fixed width: on one line, not empty, and without blanks at the end, which a padded type does not
/// count; nothing that a row would begin with a byte order mark for.
/// </summary>
internal sealed class FixedTexts(bool isPadded, bool isFirst) : TextRule
{
    public override string Refused => "holds a line end, ends with blanks, is empty or begins a row with a byte "
        + "order mark, which would not read back";

    public override bool Keeps(ReadOnlySpan<byte> text) => text.IndexOfAny((byte)'\n', (byte)'\r') < 0
        && !(isFirst && text.StartsWith(Encoding.UTF8.Preamble))
        && (isPadded ? text.ContainsAnyExcept((byte)' ') : !text.IsEmpty && text[^1] != ' ');

    public override byte[] Repaired(ReadOnlySpan<byte> text)
    {
        var repaired = new List<byte>(text.Length);
        if (isFirst && text.StartsWith(Encoding.UTF8.Preamble))
        {
            repaired.AddRange("\uFFFD"u8);
            text = text[Encoding.UTF8.Preamble.Length..];
        }

        foreach (var one in text.TrimEnd((byte)' '))
        {
            repaired.AddRange(one is (byte)'\n' or (byte)'\r' ? "\uFFFD"u8.ToArray() : [one]);
        }

        return [.. repaired];
    }
}
