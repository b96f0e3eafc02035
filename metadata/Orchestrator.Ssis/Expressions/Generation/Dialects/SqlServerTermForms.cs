using System.Globalization;
using System.Numerics;
using Orchestrator.Ssis.Expressions.Generation.Parts;
using Orchestrator.Ssis.Expressions.Syntax;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Generation.Dialects;

/// <summary>SQL Server: conditions are no values; numbers go by the rules that the language has from there.</summary>
internal sealed class SqlServerTermForms : TermForms
{
    // The digits between the hyphens of a uniqueidentifier.
    private static readonly int[] UniqueParts = [8, 4, 4, 4, 12];

    public override string Title => "SQL Server";

    public override TermTextForms Texts { get; } = new SqlServerTermTexts();

    public override TermMomentForms Moments { get; } = new SqlServerTermMoments();

    public override bool HasPredicates => true;

    public override bool HasHuge => true;

    public override bool HasMoney => true;

    public override bool DividesExactly => true;

    public override bool HasPowers => false;

    public override bool RoundsWider => true;

    public override string LogarithmName => "log";

    public override string Quote(string name) => $"[{name.Replace("]", "]]", StringComparison.Ordinal)}]";

    public override string TypeName(SsisType type) => type.Kind switch
    {
        SsisKind.Bool => "bit",
        SsisKind.UI1 => "tinyint",
        SsisKind.I1 or SsisKind.I2 => "smallint",
        SsisKind.UI2 or SsisKind.I4 => "int",
        SsisKind.UI4 or SsisKind.I8 => "bigint",
        SsisKind.UI8 => "decimal(20,0)",
        SsisKind.R4 => "real",
        SsisKind.R8 => "float",
        SsisKind.Cy => "money",
        SsisKind.Decimal => $"decimal(29,{type.Scale})",
        SsisKind.Numeric => $"decimal({type.Precision},{type.Scale})",
        SsisKind.Bytes or SsisKind.Image => "varbinary(max)",
        SsisKind.Guid => "uniqueidentifier",
        SsisKind.DBDate => "date",
        SsisKind.DBTime => "time(0)",
        SsisKind.DBTime2 => $"time({type.Scale})",
        SsisKind.DBTimestamp2 => $"datetime2({type.Scale})",
        SsisKind.DBTimestampOffset => $"datetimeoffset({type.Scale})",
        _ => type.IsDate ? "datetime2(3)"
            : type.Length is > 0 and <= LengthMax ? $"nvarchar({type.Length})" : "nvarchar(max)",
    };

    public override string? Refusal(SsisType type) => type.Kind is SsisKind.Bytes or SsisKind.Image
        ? "it takes bytes for equal that end in zeros" : base.Refusal(type);

    public override string Fail(string why, SsisType type) =>
        type.IsDate || type.IsTime || type.Kind == SsisKind.Guid ? $"CAST({Texts.Literal(why)} AS {TypeName(type)})"
        : type is { Kind: SsisKind.I4 } ? $"CAST({Texts.Literal(why)} AS int)"
        : $"CAST(CAST({Texts.Literal(why)} AS int) AS {TypeName(type)})";

    public override string Named(string value, string name, string use) =>
        $"(SELECT {use} FROM (VALUES ({value})) AS {name}_of ({name}))";

    public override string Flag(bool value) => value ? "CAST(1 AS bit)" : "CAST(0 AS bit)";

    public override string Integer(BigInteger number, SsisKind kind) => kind is SsisKind.I8 or SsisKind.UI4
        ? $"CAST({base.Integer(number, kind)} AS bigint)" : base.Integer(number, kind);

    public override string Real(double number)
    {
        var text = number.ToString("R", CultureInfo.InvariantCulture);
        return text.Contains('E', StringComparison.Ordinal) ? text : text + "E0";
    }

    public override string Exact(SsisNumeric number) => number.Scale == 0 ? $"{number}." : base.Exact(number);

    public override string Unique(Guid guid) => $"CAST({base.Unique(guid)} AS uniqueidentifier)";

    public override string Bytes(byte[] bytes) => $"0x{Convert.ToHexString(bytes)}";

    public override SqlPart Value(SqlPart part)
    {
        if (!part.IsPredicate)
        {
            return part;
        }

        var otherwise = part.IsKnown ? "ELSE 0" : $"WHEN {part.Opposite ?? $"NOT ({part.Text})"} THEN 0";
        return part.As($"CAST(CASE WHEN {part.Text} THEN 1 {otherwise} END AS bit)") with
        {
            IsPredicate = false,
            Opposite = null,
        };
    }

    public override SqlPart Condition(SqlPart part) => part.IsPredicate ? part
        : part.As($"{part.In(SqlLevel.Sum)} = 1", SqlLevel.Comparison) with
        {
            IsPredicate = true,
            Opposite = $"{part.In(SqlLevel.Sum)} = 0",
        };

    public override SqlPart? Limited(SqlPart raw, SsisType type) => type.Kind switch
    {
        SsisKind.I4 or SsisKind.I8 => raw,
        SsisKind.UI1 or SsisKind.I2 => raw.As(Cast(raw.Text, type)),
        _ => null,
    };

    public override bool CastFails(SsisType type) =>
        type.Kind is SsisKind.UI1 or SsisKind.I2 or SsisKind.I4 or SsisKind.I8;

    public override string BitXor(SqlPart left, SqlPart right) => $"{left.Atom} ^ {right.Atom}";

    // It cuts as the language does, whose result has the digits that its own has.
    public override string ExactQuotient(SqlPart left, SqlPart right, int scale) =>
        $"{left.In(SqlLevel.Product)} / {right.In(SqlLevel.Sign)}";

    // Its own operators round and cut otherwise; a product of 19 and 18 digits is whole.
    public override SqlPart? Money(
        SsisBinaryOperator binary, SqlPart left, SsisType leftType, SqlPart right, SsisType rightType)
    {
        if (binary is SsisBinaryOperator.Add or SsisBinaryOperator.Subtract)
        {
            return base.Money(binary, left, leftType, right, rightType);
        }

        var isProduct = binary == SsisBinaryOperator.Multiply;
        var (one, other) = (AsDigits(left, leftType, 19), AsDigits(right, rightType, isProduct ? 18 : 19));
        var result = isProduct ? $"ROUND({one} * {other}, {MoneyDigits})" : $"ROUND({one} / {other}, {MoneyDigits}, 1)";
        return new SqlPart($"CAST({result} AS money)");
    }

    // Zeros in front are none of it.
    public override string Hex(SqlPart number, int bits)
    {
        var digits = $"CONVERT(nvarchar({bits / 4}), CONVERT(binary({bits / 8}), CAST({number.Text} AS bigint)), 2)";
        return $"CASE WHEN {number.Atom} = 0 THEN N'0' "
            + $"ELSE SUBSTRING({digits}, PATINDEX(N'%[^0]%', {digits}), {bits / 4}) END";
    }

    // As .NET writes it.
    public override string RealText(string number) => $"FORMAT({number}, N'R', N'en-US')";

    // No exact number is read from one with an exponent.
    public override string ExactOfReal(string number, SsisType type) =>
        $"CASE WHEN {RealText(number)} LIKE N'%E%' THEN {ExactOfText(number, type)} "
        + $"ELSE {ExactOfText(RealText(number), type)} END";

    public override string ExactOfText(string text, SsisType type) => type.Kind switch
    {
        SsisKind.Cy => $"CAST(CAST({text} AS decimal(38,{MoneyDigits})) AS money)",
        SsisKind.Decimal => $"CAST({text} AS decimal(28,{type.Scale}))",
        _ => Cast(text, type),
    };

    public override string NoUnique(SqlPart text)
    {
        var trimmed = $"LTRIM(RTRIM({text.Text}))";
        var form = string.Join('-', UniqueParts.Select(each => string.Concat(Enumerable.Repeat("[0-9A-Fa-f]", each))));
        return $"{trimmed} NOT LIKE N'{form}' AND {trimmed} NOT LIKE N'{{{form}}}'";
    }

    public override string IsNotZero(SqlPart text) => $"{Unsigned(text)} LIKE N'%[1-9]%'";

    public override string? NoNumber(SqlPart text, bool isWhole)
    {
        var digits = Unsigned(text);
        return isWhole ? $"{digits} = N'' OR {digits} LIKE N'%[^0-9]%'"
            : $"{digits} NOT LIKE N'%[0-9]%' OR {digits} LIKE N'%[^0-9.]%' OR {digits} LIKE N'%.%.%'";
    }

    private static string Unsigned(SqlPart text)
    {
        var trimmed = $"LTRIM(RTRIM({text.Text}))";
        return $"SUBSTRING({trimmed}, CASE WHEN {trimmed} LIKE N'[-+]%' THEN 2 ELSE 1 END, {LengthMax})";
    }

    private static string AsDigits(SqlPart number, SsisType type, int precision) =>
        $"CAST({number.Text} AS {(type.IsInteger ? "decimal(10,0)" : $"decimal({precision},{MoneyDigits})")})";

    public override string Sign(SqlPart number) => $"CAST(SIGN({number.Text}) AS int)";
}
