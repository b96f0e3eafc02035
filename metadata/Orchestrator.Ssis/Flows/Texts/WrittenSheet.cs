using System.Text.RegularExpressions;

namespace Orchestrator.Ssis.Flows.Texts;

/// <summary>What an Excel source reads: a sheet or a part of one, by its name or by a query over it.</summary>
/// <param name="Sheet">Without the sign at its end; the name of a range that has one.</param>
/// <param name="Range">`A4:H`; empty = the whole sheet.</param>
internal sealed partial record WrittenSheet(string Sheet, string Range)
{
    private const string ListedValue = @"(?<value>'(?:[^']|'')*'|""[^""]*""|-?\d{1,15}(?:\.\d{1,15})?)";

    /// <summary>The columns of the sheet by the names that a query gives them.</summary>
    private Dictionary<string, string> Renamed { get; init; } = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>The condition of a query, piece by piece; empty = there is none.</summary>
    public IReadOnlyList<SheetAsk> Condition { get; init; } = [];

    /// <summary>A sheet as it is named or asked for; null of anything else: a name of one sheet alone, two sheets, a
    /// computed column, a condition over more than cells and values.</summary>
    public static WrittenSheet? Of(string written) => !WrittenText.IsShort(written) ? null
        : Query().Match(written) is { Success: true } query ? OfQuery(query) : Named(written);

    /// <summary>The column of the sheet that a query calls so.</summary>
    public string ColumnOf(string name) => Renamed.GetValueOrDefault(name, name);

    private static WrittenSheet? OfQuery(Match query)
    {
        if (Named(query.Groups["table"].Value) is not { } sheet
            || RenamedBy(query.Groups["columns"].Value) is not { } renamed
            || Asked(WithoutLists(query.Groups["condition"].Value)) is not { } condition)
        {
            return null;
        }

        return sheet with { Renamed = renamed, Condition = condition };
    }

    // Quotes stand around a name with a blank; a sign that may stand in no name of a sheet is none of it.
    private static WrittenSheet? Named(string written)
    {
        var text = written.Trim();
        text = text is ['[', .., ']'] or ['`', .., '`'] ? text[1..^1].Trim() : text;
        text = text is ['\'', .., '\''] ? text[1..^1].Replace("''", "'", StringComparison.Ordinal) : text;
        if (Whole().Match(text) is not { Success: true } match)
        {
            return RangeName().IsMatch(text) ? new(text, "") : null;
        }

        var range = match.Groups["range"].Value.ToUpperInvariant();
        return range.Length == 0 || IsInOrder(range) ? new(match.Groups["sheet"].Value, range) : null;
    }

    // Of `D20:A1` nobody knows here which corner holds the header.
    private static bool IsInOrder(string range)
    {
        var corners = range.Split(':').Select(each => Corner().Match(each)).ToList();
        var (first, last) = (corners[0].Groups["column"].Value, corners[1].Groups["column"].Value);
        var rows = corners.ConvertAll(each => int.TryParse(each.Groups["row"].Value, out var row) ? row : 0);
        return (first.Length < last.Length
                || (first.Length == last.Length && string.CompareOrdinal(first, last) <= 0))
            && (rows[1] == 0 || rows[0] <= rows[1]);
    }

    private static Dictionary<string, string>? RenamedBy(string columns)
    {
        Dictionary<string, string> renamed = new(StringComparer.OrdinalIgnoreCase);
        if (columns.Trim() == "*")
        {
            return renamed;
        }

        var at = 0;
        while (at < columns.Length)
        {
            var column = Column().Match(columns, at);
            if (!column.Success)
            {
                return null;
            }

            var name = Bare(column.Groups["name"].Value);
            var called = column.Groups["called"].Success ? Bare(column.Groups["called"].Value) : name;
            if (!renamed.TryAdd(called, name))
            {
                return null;
            }

            at += column.Length;
        }

        return renamed;
    }

    // One of several values is the one or the other.
    private static string WithoutLists(string condition) => List().Replace(condition, match =>
    {
        if (!match.Groups["name"].Success)
        {
            return match.Value;
        }

        var (sign, between) = match.Groups["not"].Success ? ("<>", " AND ") : ("=", " OR ");
        var each = match.Groups["value"].Captures.Select(value => $"{match.Groups["name"].Value} {sign} {value.Value}");
        return $"({string.Join(between, each)})";
    });

    private static List<SheetAsk>? Asked(string condition)
    {
        List<SheetAsk> asked = [];
        var at = 0;
        while (at < condition.Length)
        {
            var piece = Piece().Match(condition, at);
            if (!piece.Success || Ask(piece) is not { } ask)
            {
                return null;
            }

            asked.Add(ask);
            at += piece.Length;
        }

        return asked;
    }

    private static SheetAsk? Ask(Match piece)
    {
        if (piece.Groups["sign"] is { Success: true } sign)
        {
            return new(sign.Value.ToUpperInvariant());
        }

        var column = Bare(piece.Groups["name"].Value);
        if (piece.Groups["null"].Success)
        {
            return new(piece.Groups["not"].Success ? SheetAsk.HasValue : SheetAsk.IsEmpty) { Column = column };
        }

        if (piece.Groups["pattern"] is { Success: true } pattern)
        {
            var like = pattern.Value[1..^1].Replace("''", "'", StringComparison.Ordinal);
            return WrittenPattern.Condition(column, like) is null ? null
                : new(piece.Groups["unlike"].Success ? SheetAsk.IsUnlike : SheetAsk.IsLike)
                {
                    Column = column,
                    Value = like,
                };
        }

        var (compared, text) = (piece.Groups["operator"].Value, piece.Groups["text"]);
        if (!text.Success)
        {
            return new(compared) { Column = column, Number = piece.Groups["number"].Value };
        }

        // A cell with the empty text is one without a value here.
        var value = text.Value[1..^1].Replace("''", "'", StringComparison.Ordinal);
        return value.Length == 0 ? compared == "<>" ? new(SheetAsk.HasValue) { Column = column } : null
            : compared is "=" or "<>" ? new(compared) { Column = column, Value = value } : null;
    }

    private static string Bare(string name) => name[0] is '[' or '`' ? name[1..^1] : name;

    [GeneratedRegex(
        @"^\s*SELECT\s+(?<columns>\*|(?:(?!\bFROM\b).)+?)\s+FROM\s+(?<table>\[[^\]]+\]|`[^`]+`|[^\W\d][\w.]*)\s*"
        + @"(?:WHERE\b(?<condition>.+?))?\s*(?:\bORDER\s+BY\b.+?)?\s*;?\s*$",
        RegexOptions.IgnoreCase | RegexOptions.Singleline)]
    private static partial Regex Query();

    [GeneratedRegex(
        @"^(?!SELECT\s)(?<sheet>.+)\$(?<range>[A-Z]{1,3}\d{0,7}:[A-Z]{1,3}\d{0,7})?$", RegexOptions.IgnoreCase)]
    private static partial Regex Whole();

    // A range that the workbook has a name for, which is that of no cell.
    [GeneratedRegex(@"^[^\W\d][\w.]*$")]
    private static partial Regex RangeName();

    [GeneratedRegex(@"^(?<column>[A-Z]{1,3})(?<row>\d{0,7})$")]
    private static partial Regex Corner();

    [GeneratedRegex(
        @"\G\s*(?<name>\[[^\]]+\]|`[^`]+`|[^\W\d]\w*)(?:\s+AS\s+(?<called>\[[^\]]+\]|`[^`]+`|\w+))?\s*(?:,|$)",
        RegexOptions.IgnoreCase)]
    private static partial Regex Column();

    // What stands in quotes is read over.
    [GeneratedRegex(
        @"'(?:[^']|'')*'|""[^""]*""|(?<name>\[[^\]]+\]|`[^`]+`|[^\W\d]\w*)\s+(?<not>NOT\s+)?IN\s*\(\s*"
        + ListedValue + @"(?:\s*,\s*" + ListedValue + @")*\s*\)",
        RegexOptions.IgnoreCase)]
    private static partial Regex List();

    [GeneratedRegex(
        @"\G\s*(?:(?<sign>\(|\)|(?:AND|OR|NOT)\b)"
        + @"|(?<name>\[[^\]]+\]|`[^`]+`|[^\W\d]\w*)\s*(?:\bIS\s+(?<not>NOT\s+)?(?<null>NULL)\b"
        + @"|(?<unlike>\bNOT\s+)?\bLIKE\s*(?<pattern>'(?:[^']|'')*'|""[^""]*"")"
        + @"|(?<operator><>|<=|>=|=|<|>)\s*(?:(?<text>'(?:[^']|'')*'|""[^""]*"")"
        + @"|(?<number>-?\d{1,15}(?:\.\d{1,15})?(?![\w.])))))\s*",
        RegexOptions.IgnoreCase)]
    private static partial Regex Piece();
}
