using System.Globalization;
using System.Numerics;
using Orchestrator.Ssis.Expressions.Generation.Parts;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Generation.Dialects;

/// <summary>
/// MariaDB: one kind of whole numbers, NULL for what is none, and casts that keep as much as there is room for.
/// </summary>
internal sealed class MariaDbTermForms : TermForms
{
    public override string Title => "MariaDB";

    public override TermTextForms Texts { get; } = new MariaDbTermTexts();

    public override TermMomentForms Moments { get; } = new MariaDbTermMoments();

    // A table within an expression sees no column of the row.
    public override bool CanName => false;

    public override bool IsStrict => false;

    public override bool KeepsReals => false;

    public override bool DividesExactly => false;

    public override bool EndsAtMicroseconds => true;

    public override string Quote(string name) => $"`{name.Replace("`", "``", StringComparison.Ordinal)}`";

    public override string TypeName(SsisType type) => type.Kind switch
    {
        SsisKind.R8 or SsisKind.R4 => "DOUBLE",
        SsisKind.Cy => "DECIMAL(19,4)",
        SsisKind.Decimal => $"DECIMAL(29,{type.Scale})",
        SsisKind.Numeric => $"DECIMAL({type.Precision},{type.Scale})",
        SsisKind.DBDate => "DATE",
        SsisKind.DBTime => "TIME",
        SsisKind.DBTime2 => $"TIME({Math.Min(type.Scale, MicrosecondDigits)})",
        SsisKind.DBTimestamp2 => $"DATETIME({Math.Min(type.Scale, MicrosecondDigits)})",
        SsisKind.Bytes or SsisKind.Image => "BINARY",
        SsisKind.Guid => "UUID",
        _ => type.IsDate ? "DATETIME(3)" : type.IsInteger || type.Kind == SsisKind.Bool ? "SIGNED" : "CHAR",
    };

    // Beside a date a number would make texts of both.
    public override string Fail(string why, SsisType type)
    {
        const string Beyond = "9223372036854775807 + 1";
        return type.IsDate || type.IsTime || type.Kind == SsisKind.Guid
            ? $"CAST({Beyond} /* {why} */ AS {TypeName(type)})" : $"({Beyond} /* {why} */)";
    }

    public override string Named(string value, string name, string use) =>
        throw new NotSupportedException("it is not asked for names that it does not give");

    public override string Null(SsisType type) => "NULL";

    public override string Real(double number)
    {
        var text = number.ToString("R", CultureInfo.InvariantCulture);
        return text.Contains('E', StringComparison.Ordinal) ? text : text + "e0";
    }

    public override string Bytes(byte[] bytes) => $"X'{Convert.ToHexString(bytes)}'";

    public override string Unique(Guid guid) => $"CAST({base.Unique(guid)} AS UUID)";

    // bit(1) beside a number is taken for its bytes, and beside a number without a sign none has one.
    public override SqlPart Stored(SqlPart value, SsisType type) => type switch
    {
        { Kind: SsisKind.Bool } => value.As($"{value.Atom} = 1", SqlLevel.Comparison) with
        {
            Opposite = $"{value.Atom} = 0",
        },
        { IsUnsigned: true } => value.As(Cast(value.Text, type)),
        _ => value,
    };

    // Whole numbers stop the statement at 64 bits: as far up as the type is away from there, and down, and back.
    public override SqlPart? Limited(SqlPart raw, SsisType type)
    {
        if (type.Kind == SsisKind.I8)
        {
            return raw;
        }

        var away = long.MaxValue - SqlSpan.Of(type).Most;
        return type.IsSigned
            ? raw.As($"{raw.In(SqlLevel.Sum)} + {away} - {away} - {away} + {away}", SqlLevel.Sum) : null;
    }

    public override SqlPart Quotient(SqlPart left, SqlPart right) =>
        new($"{left.In(SqlLevel.Product)} DIV {right.In(SqlLevel.Sign)}", SqlLevel.Product);

    // Bits are numbers without a sign there.
    public override string BitAnd(SqlPart left, SqlPart right) => Signed(base.BitAnd(left, right));

    public override string BitOr(SqlPart left, SqlPart right) => Signed(base.BitOr(left, right));

    public override string BitXor(SqlPart left, SqlPart right) => Signed($"{left.Atom} ^ {right.Atom}");

    public override SqlPart BitNot(SqlPart operand) => new($"-1 - {operand.In(SqlLevel.Product)}", SqlLevel.Sum);

    public override string ExactQuotient(SqlPart left, SqlPart right, int scale) =>
        throw new NotSupportedException("it is not asked for what it does not divide exactly");

    public override string Hex(SqlPart number, int bits) => bits == 64 ? $"HEX({number.Text})"
        : $"HEX({number.Atom} & {BigInteger.Pow(2, bits) - 1})";

    // A line break at the end goes unseen by a pattern.
    public override string NoNumber(SqlPart text, bool isWhole) => $"{text.Atom} REGEXP '[^-+0-9.eE ]' "
        + $"OR {text.Atom} NOT REGEXP '^ *[-+]?"
        + (isWhole ? "[0-9]{1,60}" : "([0-9]{1,26}[.]?[0-9]{0,30}|[.][0-9]{1,30})([eE][-+]?[0-9])?") + " *$'";

    public override string WholeOfText(SqlPart text, SsisType type) => $"CAST({text.Text} AS DECIMAL(65,0))";

    public override string IsNotZero(SqlPart text) => $"CAST({text.Text} AS DECIMAL(65,30)) <> 0";

    public override string Sign(SqlPart number) => $"SIGN({number.Text})";

    private static string Signed(string bits) => $"CAST({bits} AS SIGNED)";
}
