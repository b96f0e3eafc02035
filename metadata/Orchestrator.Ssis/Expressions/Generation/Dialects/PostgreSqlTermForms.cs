using System.Globalization;
using System.Numerics;
using Orchestrator.Ssis.Expressions.Generation.Parts;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Generation.Dialects;

/// <summary>PostgreSQL: exact numbers of any length; what does not fit stops the statement.</summary>
internal sealed class PostgreSqlTermForms : TermForms
{
    public override string Title => "PostgreSQL";

    public override TermTextForms Texts { get; } = new PostgreSqlTermTexts();

    public override TermMomentForms Moments { get; } = new PostgreSqlTermMoments();

    public override bool DividesExactly => true;

    public override bool EndsAtMicroseconds => true;

    public override string Quote(string name) => $"\"{name.Replace("\"", "\"\"", StringComparison.Ordinal)}\"";

    public override string TypeName(SsisType type) => type.Kind switch
    {
        SsisKind.Bool => "boolean",
        SsisKind.I1 or SsisKind.UI1 or SsisKind.I2 => "smallint",
        SsisKind.UI2 or SsisKind.I4 => "integer",
        SsisKind.UI4 or SsisKind.I8 => "bigint",
        SsisKind.UI8 => "numeric(20)",
        SsisKind.R4 => "real",
        SsisKind.R8 => "double precision",
        SsisKind.Cy => "numeric(19,4)",
        SsisKind.Decimal => $"numeric(29,{type.Scale})",
        SsisKind.Numeric => $"numeric({type.Precision},{type.Scale})",
        SsisKind.Bytes or SsisKind.Image => "bytea",
        SsisKind.Guid => "uuid",
        SsisKind.DBDate => "date",
        SsisKind.DBTime or SsisKind.DBTime2 => "time",
        SsisKind.DBTimestampOffset => "timestamp with time zone",
        _ => type.IsDate ? "timestamp" : "text",
    };

    // Planners evaluate what is constant, in branches that no row takes, too: the clock is not.
    public override string Fail(string why, SsisType type)
    {
        var message = $"left({Texts.Literal(why + " ")} || clock_timestamp(), {why.Length})";
        return type.IsText || type.IsBlob ? $"CAST(CAST({message} AS integer) AS text)"
            : $"CAST({message} AS {TypeName(type)})";
    }

    public override string Named(string value, string name, string use) =>
        $"(SELECT {use} FROM (SELECT {value} AS {name}) AS {name}_of)";

    // Alone it has no type that a function could be chosen by.
    public override string Variable(string name, SsisType type) => $"CAST(@{name} AS {TypeName(type)})";

    public override string Integer(BigInteger number, SsisKind kind) => kind is SsisKind.I8 or SsisKind.UI4
        ? $"CAST({base.Integer(number, kind)} AS bigint)" : base.Integer(number, kind);

    public override string Real(double number) =>
        $"CAST({number.ToString("R", CultureInfo.InvariantCulture)} AS double precision)";

    public override string Exact(SsisNumeric number) =>
        number.Scale == 0 ? $"CAST({number} AS numeric)" : base.Exact(number);

    public override string Unique(Guid guid) => $"CAST({base.Unique(guid)} AS uuid)";

    public override string Bytes(byte[] bytes) => $"decode('{Convert.ToHexString(bytes)}', 'hex')";

    // Of two of one type it makes another of that type, or fails.
    public override SqlPart? Limited(SqlPart raw, SsisType type) => type.Kind switch
    {
        SsisKind.I4 or SsisKind.I8 => raw,
        SsisKind.I2 => raw.As($"CAST({raw.Text} AS smallint)"),
        _ => null,
    };

    public override bool CastFails(SsisType type) => type.Kind is SsisKind.I2 or SsisKind.I4 or SsisKind.I8;

    public override string BitXor(SqlPart left, SqlPart right) => $"{left.Atom} # {right.Atom}";

    public override string ExactQuotient(SqlPart left, SqlPart right, int scale)
    {
        var times = BigInteger.Pow(10, scale);
        return $"div({left.In(SqlLevel.Product)} * {times}, {right.Text}) * {new SsisNumeric(1, scale)}";
    }

    public override string Hex(SqlPart number, int bits) => bits == 64
        ? $"upper(to_hex(CAST({number.Text} AS bigint)))"
        : $"upper(to_hex(CAST({number.Text} AS bigint) & {(1L << bits) - 1}))";

    public override string RealText(string number) => $"upper(CAST({number} AS text))";

    public override string RealExact(string number) => $"CAST(CAST({number} AS text) AS numeric)";

    public override string NoNumber(SqlPart text, bool isWhole) => $"{text.Atom} !~ '^ *[-+]?"
        + (isWhole ? "[0-9]{1,100}" : "([0-9]{1,100}[.]?[0-9]{0,100}|[.][0-9]{1,100})([eE][-+]?[0-9]{1,3})?")
        + " *$'";

    public override string IsNotZero(SqlPart text) => $"CAST({text.Text} AS numeric) <> 0";

    public override string Sign(SqlPart number) => $"CAST(sign({number.Text}) AS integer)";
}
