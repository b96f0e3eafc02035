using Orchestrator.Ssis.Expressions.Generation.Parts;

namespace Orchestrator.Ssis.Expressions.Generation.Dialects;

/// <summary>Texts in PostgreSQL, whose characters are code points and whose order is that of a collation.</summary>
internal sealed class PostgreSqlTermTexts : TermTextForms
{
    private const string Signs = "\\^]-[";

    public override bool CountsInWords => true;

    public override SqlPart Join(SqlPart left, SqlPart right) =>
        new($"{left.In(SqlLevel.Join)} || {right.In(SqlLevel.Sum)}", SqlLevel.Join);

    public override string Compared(SqlPart left, string sign, SqlPart right) =>
        $"{left.Atom} COLLATE \"C\" {sign} {right.In(SqlLevel.Join)}";

    public override string Length(SqlPart text) => $"char_length({text.Text})";

    public override string Units(SqlPart text) =>
        $"char_length({text.Text}) + char_length(regexp_replace({text.Text}, '[\\u0001-\\uFFFF]', '', 'g'))";

    public override string HasPairs(SqlPart text) => $"{text.Atom} ~ '[^\\u0001-\\uFFFF]'";

    public override string HasOther(SqlPart text, SqlCharacters known) =>
        $"{text.Atom} ~ '[^{string.Concat(known.Ranges.Select(range => Range(range.First, range.Last)))}]'";

    public override string Utf8Bytes(SqlPart text) => $"octet_length(convert_to({text.Text}, 'UTF8'))";

    public override string Position(SqlPart text, SqlPart sought) => $"strpos({text.Text}, {sought.Text})";

    public override string PositionBehind(SqlPart text, SqlPart sought, SqlPart place)
    {
        var rest = $"strpos(substr({text.Text}, {place.In(SqlLevel.Sum)} + 1), {sought.Text})";
        return $"CASE WHEN {rest} = 0 THEN 0 ELSE {place.In(SqlLevel.Sum)} + {rest} END";
    }

    public override string Upper(SqlPart text) => Changed("upper", text, true);

    public override string Lower(SqlPart text) => Changed("lower", text, false);

    public override string Repeat(SqlPart text, SqlPart times) => $"repeat({text.Text}, {times.Text})";

    public override string Code(SqlPart text) => $"NULLIF(ascii({text.Text}), 0)";

    public override string Token(SqlPart text, string delimiters, int number) =>
        $"NULLIF(({Pieces(text, delimiters)})[{number}], '')";

    public override string Tokens(SqlPart text, string delimiters) =>
        $"CASE WHEN btrim({text.Text}, {Literal(delimiters)}) <> '' "
        + $"THEN array_length({Pieces(text, delimiters)}, 1) ELSE 0 END";

    private string Pieces(SqlPart text, string delimiters) =>
        $"regexp_split_to_array(btrim({text.Text}, {Literal(delimiters)}), {Literal($"[{Class(delimiters)}]+")})";

    private static string Class(string delimiters) => string.Concat(delimiters.Select(
        one => Signs.Contains(one, StringComparison.Ordinal) ? $"\\{one}" : one.ToString()));

    private static string Range(char first, char last) => first == last ? Code(first) : $"{Code(first)}-{Code(last)}";

    private static string Code(char one) => $"\\u{(int)one:X4}";

    // Beyond ASCII its functions go by the locale, or by nothing.
    private static string Changed(string function, SqlPart text, bool isUpper)
    {
        var changed = $"{function}({text.Atom} COLLATE \"C\")";
        var (from, to) = SqlCharacters.Changed(isUpper);
        return text.IsAscii ? changed : $"translate({changed}, '{from}', '{to}')";
    }
}
