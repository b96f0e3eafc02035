using System.Text;
using Orchestrator.Ssis.Expressions.Generation.Parts;

namespace Orchestrator.Ssis.Expressions.Generation.Dialects;

/// <summary>Texts in MariaDB, whose collations take cases and trailing blanks for one.</summary>
internal sealed class MariaDbTermTexts : TermTextForms
{
    private const string AsciiClass = "[:ascii:]";

    // Whether a backslash escapes is a setting of the session: such a text is written by its bytes.
    public override string Literal(string text) => text.Contains('\\', StringComparison.Ordinal)
        ? $"CONVERT(X'{Convert.ToHexString(Encoding.UTF8.GetBytes(text))}' USING utf8mb4)" : base.Literal(text);

    public override SqlPart Join(SqlPart left, SqlPart right) =>
        new($"CONCAT({left.Text}, {right.Text})");

    public override string Compared(SqlPart left, string sign, SqlPart right) =>
        $"{Told(left)} {sign} {right.In(SqlLevel.Join)}";

    public override string Length(SqlPart text) => $"CHAR_LENGTH({text.Text})";

    public override string Units(SqlPart text) => $"LENGTH(CONVERT({text.Text} USING utf16)) DIV 2";

    public override string HasPairs(SqlPart text) => $"CHAR_LENGTH({text.Text}) <> {Units(text)}";

    public override string HasOther(SqlPart text, SqlCharacters known) =>
        $"{Told(text)} REGEXP '[^{string.Concat(known.Ranges.Select(range => Range(range.First, range.Last)))}]'";

    public override string Utf8Bytes(SqlPart text) => $"LENGTH(CONVERT({text.Text} USING utf8mb4))";

    public override string Position(SqlPart text, SqlPart sought) => $"LOCATE({sought.Text}, {Told(text)})";

    public override string PositionBehind(SqlPart text, SqlPart sought, SqlPart place) =>
        $"LOCATE({sought.Text}, {Told(text)}, {place.In(SqlLevel.Sum)} + 1)";

    public override string Substring(SqlPart text, SqlPart from, SqlPart count) =>
        $"SUBSTRING({text.Text}, {from.Text}, {count.Text})";

    public override string Left(SqlPart text, SqlPart count) => $"LEFT({text.Text}, {count.Text})";

    public override string Right(SqlPart text, SqlPart count) => $"RIGHT({text.Text}, {count.Text})";

    public override string Trim(SqlPart text) => $"TRIM({text.Text})";

    public override string TrimStart(SqlPart text) => $"LTRIM({text.Text})";

    public override string TrimEnd(SqlPart text) => $"RTRIM({text.Text})";

    public override string Upper(SqlPart text) => $"UPPER({Told(text)})";

    public override string Lower(SqlPart text) => $"LOWER({Told(text)})";

    // Where nothing is found it does not look at what it would be replaced by.
    public override string Replace(SqlPart text, SqlPart sought, SqlPart instead)
    {
        var replaced = $"REPLACE({Told(text)}, {sought.Text}, {instead.Text})";
        return instead.IsKnown ? replaced : $"CASE WHEN {instead.Atom} IS NOT NULL THEN {replaced} END";
    }

    public override string Repeat(SqlPart text, SqlPart times) => $"REPEAT({text.Text}, {times.Text})";

    public override string Reverse(SqlPart text) => $"REVERSE({text.Text})";

    public override string Code(SqlPart text) =>
        $"CAST(CONV(HEX(CONVERT(LEFT({text.Text}, 1) USING utf16)), 16, 10) AS SIGNED)";

    // Characters told apart by their codes, blanks at the end too.
    private static string Told(SqlPart text) => $"CONVERT({text.Text} USING utf8mb4) COLLATE utf8mb4_nopad_bin";

    private static string Range(char first, char last) => (first, last) switch
    {
        (SqlCharacters.First, SqlCharacters.LastAscii) => AsciiClass,
        _ when first == last => first.ToString(),
        _ => $"{first}-{last}",
    };
}
