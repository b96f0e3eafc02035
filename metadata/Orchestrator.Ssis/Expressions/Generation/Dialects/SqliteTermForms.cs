using System.Globalization;
using Orchestrator.Ssis.Expressions.Generation.Parts;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Generation.Dialects;

/// <summary>
/// SQLite: whole numbers become floating point ones where they are too large, and what is none is NULL. Decimals to
/// 15 digits are floating point numbers, which keep them exactly.
/// </summary>
internal sealed class SqliteTermForms : TermForms
{
    private const string LastReal = "9223372036854774784.0";

    private const int ExactDigits = 15;

    public override string Title => "SQLite";

    public override TermTextForms Texts { get; } = new SqliteTermTexts();

    public override TermMomentForms Moments { get; } = new SqliteTermMoments();

    public override bool IsStrict => false;

    public override bool FailsAtInfinity => false;

    public override bool HasExactNumbers => false;

    public override bool MixesNumbers => false;

    public override bool DividesExactly => false;

    public override string Quote(string name) => $"\"{name.Replace("\"", "\"\"", StringComparison.Ordinal)}\"";

    public override string TypeName(SsisType type) => type switch
    {
        { Kind: SsisKind.Bool } or { IsInteger: true } => "INTEGER",
        { IsFloat: true } or { IsExact: true } => "REAL",
        { Kind: SsisKind.Bytes or SsisKind.Image } => "BLOB",
        _ => "TEXT",
    };

    public override string? Refusal(SsisType type) => type.Kind switch
    {
        SsisKind.Cy or SsisKind.Decimal => "it has no exact numbers of so many digits",
        SsisKind.Numeric when type.Precision > ExactDigits => "it has no exact numbers of so many digits",
        _ => base.Refusal(type),
    };

    // There is no number without its sign that this one would become.
    public override string Fail(string why, SsisType type) => $"abs(-9223372036854775807 - 1 /* {why} */)";

    public override string Named(string value, string name, string use) =>
        $"(SELECT {use} FROM (SELECT {value} AS {name}))";

    public override string Null(SsisType type) => "NULL";

    public override string Real(double number)
    {
        var text = number.ToString("R", CultureInfo.InvariantCulture);
        return text.All(one => one == '-' || char.IsAsciiDigit(one)) ? text + ".0" : text;
    }

    public override string Bytes(byte[] bytes) => $"X'{Convert.ToHexString(bytes)}'";

    public override SqlPart? Limited(SqlPart raw, SsisType type) => null;

    // Beyond 64 bits it is no whole number any more, and may be the last one that is none; rounded it never was one.
    public override string Beyond(string number, SqlSpan span) => span.Most == long.MaxValue
        ? $"typeof({number}) = 'real' AND {number} NOT BETWEEN -{LastReal} AND {LastReal}" : base.Beyond(number, span);

    public override string BitXor(SqlPart left, SqlPart right) =>
        $"({left.Atom} | {right.Atom}) - ({left.Atom} & {right.Atom})";

    public override string ExactQuotient(SqlPart left, SqlPart right, int scale) =>
        throw new NotSupportedException("it is not asked for what it does not divide exactly");

    public override string Hex(SqlPart number, int bits) => OfKnown(
        number.Atom, bits == 64 ? $"printf('%X', {number.Text})" : $"printf('%X', {number.Atom} & {(1L << bits) - 1})");

    public override string ExactText(string number, SsisType type) =>
        OfKnown($"({number})", $"printf('%.{type.Scale}f', {number})");

    // It is kept as a text in capitals.
    public override string UniqueText(string guid) => guid;

    public override string? NoNumber(SqlPart text, bool isWhole) =>
        isWhole ? $"{Unsigned(text)} = '' OR {Unsigned(text)} GLOB '*[^0-9]*'" : null;

    public override string NoTruth(SqlPart text) => $"{Unsigned(text)} NOT GLOB '*[0-9]*' "
        + $"OR {Unsigned(text)} GLOB '*[^0-9.]*' OR {Unsigned(text)} GLOB '*.*.*'";

    public override string IsNotZero(SqlPart text) => $"{Unsigned(text)} GLOB '*[1-9]*'";

    // Too long a number becomes a floating point one, which lies beyond all types.
    public override string WholeOfText(SqlPart text, SsisType type) => $"CAST(trim({text.Text}) AS NUMERIC)";

    public override string Sign(SqlPart number) => $"({number.Atom} > 0) - ({number.Atom} < 0)";

    private static string Unsigned(SqlPart text) =>
        $"substr(trim({text.Text}), 1 + (trim({text.Text}) GLOB '[-+]*'))";

    // Printed NULL is zero.
    private static string OfKnown(string number, string printed) =>
        $"CASE WHEN {number} IS NOT NULL THEN {printed} END";
}
