using System.Globalization;
using Orchestrator.Ssis.Expressions.Generation.Parts;

namespace Orchestrator.Ssis.Expressions.Generation.Dialects;

/// <summary>
/// Texts in SQL Server, which fills up with blanks what it compares, cuts what it joins, and takes cases as the
/// collation does.
/// </summary>
internal sealed class SqlServerTermTexts : TermTextForms
{
    private const string ByCode = " COLLATE Latin1_General_100_BIN2";
    private const int LengthMax = 4000;

    public override bool CountsUnits => true;

    // As Windows knows them, by which the language goes, too.
    public override bool KeepsCases => true;

    public override string Literal(string text) => "N" + base.Literal(text);

    public override SqlPart Join(SqlPart left, SqlPart right) => new(
        $"{(IsLong(left, right) ? Long(left) : left.In(SqlLevel.Sum))} + {right.In(SqlLevel.Product)}", SqlLevel.Sum);

    // With a character behind each of them no blank is the last; where one of them is less, it is the least.
    public override string Compared(SqlPart left, string sign, SqlPart right)
    {
        var last = sign is "=" or "<>" ? "N'|'" : "NCHAR(1)";
        return $"{Join(left, new SqlPart(last) { Longest = 1 }).Text}{ByCode} {sign} "
            + Join(right, new SqlPart(last) { Longest = 1 }).Text;
    }

    public override string Length(SqlPart text) => $"CAST(DATALENGTH({Wide(text)}) / 2 AS int)";

    public override string HasPairs(SqlPart text) =>
        $"{text.Atom}{ByCode} LIKE N'%[' + NCHAR(55296) + N'-' + NCHAR(57343) + N']%'";

    // The first range, which is that of ASCII, holds what means something there.
    public override string HasOther(SqlPart text, SqlCharacters known)
    {
        var rest = string.Concat(known.Ranges.Skip(1).Select(range => Range(range.First, range.Last)));
        return $"{text.Atom}{ByCode} LIKE N'%[^' + {One(known.Ranges[0].First)} + N'-' + {One(known.Ranges[0].Last)} "
            + $"+ N'{rest}]%'";
    }

    public override string NoDigit(SqlPart text) => $"{text.Atom} NOT LIKE N'%[0-9]%'";

    // The collation is one of SQL Server 2019.
    public override string Utf8Bytes(SqlPart text) =>
        $"DATALENGTH(CAST({text.Atom}{ByCode}_UTF8 AS varchar(max)))";

    public override string Position(SqlPart text, SqlPart sought) =>
        $"CAST(CHARINDEX({sought.Text}, {text.Atom}{ByCode}) AS int)";

    public override string PositionBehind(SqlPart text, SqlPart sought, SqlPart place) =>
        $"CAST(CHARINDEX({sought.Text}, {text.Atom}{ByCode}, {place.In(SqlLevel.Sum)} + 1) AS int)";

    public override string Substring(SqlPart text, SqlPart from, SqlPart count) =>
        $"SUBSTRING({text.Atom}{ByCode}, {from.Text}, {count.Text})";

    public override string Left(SqlPart text, SqlPart count) => $"LEFT({text.Atom}{ByCode}, {count.Text})";

    public override string Right(SqlPart text, SqlPart count) => $"RIGHT({text.Atom}{ByCode}, {count.Text})";

    public override string Trim(SqlPart text) => $"LTRIM(RTRIM({text.Text}))";

    public override string TrimStart(SqlPart text) => $"LTRIM({text.Text})";

    public override string TrimEnd(SqlPart text) => $"RTRIM({text.Text})";

    public override string Upper(SqlPart text) => $"UPPER({text.Atom}{ByCode})";

    public override string Lower(SqlPart text) => $"LOWER({text.Atom}{ByCode})";

    public override string Replace(SqlPart text, SqlPart sought, SqlPart instead)
    {
        var growth = Math.Max(1, (long)instead.Longest);
        var whole = text.Longest * growth > LengthMax ? Long(text) : text.Atom;
        return $"REPLACE({whole}{ByCode}, {sought.Text}, {instead.Text})";
    }

    public override string Repeat(SqlPart text, SqlPart times) => $"REPLICATE({Long(text)}, {times.Text})";

    public override string Reverse(SqlPart text) => $"REVERSE({text.Atom}{ByCode})";

    public override string Code(SqlPart text) => $"UNICODE({text.Atom}{ByCode})";

    private static bool IsLong(SqlPart left, SqlPart right) => (long)left.Longest + right.Longest > LengthMax;

    private static string Long(SqlPart text) => $"CAST({text.Text} AS nvarchar(max))";

    // DT_STR may lie in a varchar, whose bytes are no characters.
    private static string Wide(SqlPart text)
    {
        var room = text.Longest is > 0 and <= LengthMax ? text.Longest.ToString(CultureInfo.InvariantCulture) : "max";
        return $"CAST({text.Text} AS nvarchar({room}))";
    }

    private static string Range(char first, char last) => first == last ? $"{first}" : $"{first}-{last}";

    private static string One(char one) => $"NCHAR({(int)one})";
}
