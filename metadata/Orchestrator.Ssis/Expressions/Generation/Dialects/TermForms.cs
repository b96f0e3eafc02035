using System.Globalization;
using System.Numerics;
using Orchestrator.Ssis.Expressions.Generation.Parts;
using Orchestrator.Ssis.Expressions.Syntax;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Generation.Dialects;

/// <summary>How a dialect writes what expressions are made of, each so that it means what the evaluator computes.
/// </summary>
internal abstract class TermForms
{
    // Of a whole number that meets money.
    private const int WholeDigits = 10;

    /// <summary>Digits behind the point of money.</summary>
    protected const int MoneyDigits = 4;

    /// <summary>Digits of a second where there are no shorter times than microseconds.</summary>
    protected const int MicrosecondDigits = 6;

    /// <summary>The greatest length of a text in a type that says one.</summary>
    protected const int LengthMax = 4000;

    private static readonly Dictionary<SsisSqlDialect, TermForms> All = new()
    {
        [SsisSqlDialect.Sqlite] = new SqliteTermForms(),
        [SsisSqlDialect.PostgreSql] = new PostgreSqlTermForms(),
        [SsisSqlDialect.MariaDb] = new MariaDbTermForms(),
        [SsisSqlDialect.SqlServer] = new SqlServerTermForms(),
    };

    public static TermForms Of(SsisSqlDialect dialect) => All[dialect];

    /// <summary>How people call it.</summary>
    public abstract string Title { get; }

    public abstract TermTextForms Texts { get; }

    public abstract TermMomentForms Moments { get; }

    /// <summary>A value can be given a name within an expression, so that it is computed once.</summary>
    public virtual bool CanName => true;

    /// <summary>A division by zero and a cast that does not fit stop the statement; else they give something.</summary>
    public virtual bool IsStrict => true;

    /// <summary>A floating point number that is too large stops the statement.</summary>
    public virtual bool FailsAtInfinity => true;

    /// <summary>Numbers with a scale are exact; else they are floating point ones of a few digits.</summary>
    public virtual bool HasExactNumbers => true;

    /// <summary>A whole number beside a floating point one becomes one.</summary>
    public virtual bool MixesNumbers => true;

    /// <summary>Conditions are no values.</summary>
    public virtual bool HasPredicates => false;

    /// <summary>Whole numbers of 64 bits without a sign are exact ones, which can be compared and cast.</summary>
    public virtual bool HasHuge => false;

    /// <summary>There is a type of money, which ends where that of the language does.</summary>
    public virtual bool HasMoney => false;

    /// <summary>Functions that make whole numbers of floating point ones give such, too.</summary>
    public virtual bool KeepsReals => true;

    /// <summary>A power is computed, or NULL, or stops the statement, as can be told.</summary>
    public virtual bool HasPowers => true;

    /// <summary>What rounds up may have a digit more only where there is room for it.</summary>
    public virtual bool RoundsWider => false;

    /// <summary>Times have no more than microseconds.</summary>
    public virtual bool EndsAtMicroseconds => false;

    /// <summary>The function that gives natural logarithms.</summary>
    public virtual string LogarithmName => "ln";

    /// <summary>Division of exact numbers gives all digits that the language gives.</summary>
    public abstract bool DividesExactly { get; }

    public abstract string Quote(string name);

    /// <summary>The word of a type in CAST.</summary>
    public abstract string TypeName(SsisType type);

    /// <summary>Why values of a type are not computed with, as the end of a sentence; null where they are.</summary>
    public virtual string? Refusal(SsisType type) => type.Kind switch
    {
        SsisKind.UI8 => "it has no whole numbers of 64 bits without a sign",
        SsisKind.R4 => "it computes such numbers with other digits",
        SsisKind.DBTimestampOffset => "it keeps or compares offsets otherwise",
        SsisKind.FileTime => "it has no such type",
        SsisKind.DBTimestamp2 or SsisKind.DBTime2 when EndsAtMicroseconds && type.Scale > MicrosecondDigits =>
            "it keeps six digits of a second",
        _ => null,
    };

    /// <summary>A value of the type that stops the statement as soon as it is needed.</summary>
    public abstract string Fail(string why, SsisType type);

    /// <summary>What is said of a value by its name, with the value computed once.</summary>
    public abstract string Named(string value, string name, string use);

    public virtual string Variable(string name, SsisType type) => "@" + name;

    public virtual string Null(SsisType type) => $"CAST(NULL AS {TypeName(type)})";

    public virtual string Flag(bool value) => value ? "TRUE" : "FALSE";

    /// <summary>A whole number in the type that the language has for it.</summary>
    public virtual string Integer(BigInteger number, SsisKind kind) => number.ToString(CultureInfo.InvariantCulture);

    public abstract string Real(double number);

    public virtual string Exact(SsisNumeric number) => number.ToString();

    public virtual string Unique(Guid guid) => $"'{guid.ToString("D").ToUpperInvariant()}'";

    public abstract string Bytes(byte[] bytes);

    public virtual string Cast(string value, SsisType type) => $"CAST({value} AS {TypeName(type)})";

    /// <summary>What stands where a value must.</summary>
    public virtual SqlPart Value(SqlPart part) => part;

    /// <summary>What stands where a condition must.</summary>
    public virtual SqlPart Condition(SqlPart part) => part;

    /// <summary>A column or variable as the dialect computes with it.</summary>
    public virtual SqlPart Stored(SqlPart value, SsisType type) => value;

    /// <summary>The whole number, which stops the statement beside the type; null where a condition must say it.
    /// </summary>
    public abstract SqlPart? Limited(SqlPart raw, SsisType type);

    /// <summary>A cast to the type of integers stops the statement beside it.</summary>
    public virtual bool CastFails(SsisType type) => false;

    /// <summary>A number rounded to so many digits, half away from zero.</summary>
    public virtual string Rounded(string number, int digits) => $"round({number}, {digits})";

    /// <summary>A computed whole number is none of those.</summary>
    public virtual string Beyond(string number, SqlSpan span) => $"{number} NOT BETWEEN {span.Least} AND {span.Most}";

    public virtual SqlPart Quotient(SqlPart left, SqlPart right) =>
        new($"{left.In(SqlLevel.Product)} / {right.In(SqlLevel.Sign)}", SqlLevel.Product);

    public virtual string BitAnd(SqlPart left, SqlPart right) => $"{left.Atom} & {right.Atom}";

    public virtual string BitOr(SqlPart left, SqlPart right) => $"{left.Atom} | {right.Atom}";

    public abstract string BitXor(SqlPart left, SqlPart right);

    public virtual SqlPart BitNot(SqlPart operand) => new($"~{operand.Atom}", SqlLevel.Other);

    /// <summary>Exact numbers cut towards zero behind so many digits.</summary>
    public abstract string ExactQuotient(SqlPart left, SqlPart right, int scale);

    /// <summary>Money and money or a whole number, to four digits, cut where one is divided; null where the dialect has
    /// nothing for it.</summary>
    public virtual SqlPart? Money(
        SsisBinaryOperator binary, SqlPart left, SsisType leftType, SqlPart right, SsisType rightType) => binary switch
        {
            SsisBinaryOperator.Add => new($"{left.In(SqlLevel.Sum)} + {right.In(SqlLevel.Product)}", SqlLevel.Sum),
            SsisBinaryOperator.Subtract => new($"{left.In(SqlLevel.Sum)} - {right.In(SqlLevel.Product)}", SqlLevel.Sum),
            SsisBinaryOperator.Multiply =>
                new(Rounded($"{left.In(SqlLevel.Product)} * {right.In(SqlLevel.Sign)}", MoneyDigits)),
            _ => DividesExactly
                ? new(ExactQuotient(Exact(left, leftType), Exact(right, rightType), MoneyDigits), SqlLevel.Product)
                : null,
        };

    /// <summary>The digits of a number as bits, `FF`, of so many bits.</summary>
    public abstract string Hex(SqlPart number, int bits);

    /// <summary>-1, 0 or 1.</summary>
    public abstract string Sign(SqlPart number);

    /// <summary>A floating point number as text with the digits that mean it; null where there are others.</summary>
    public virtual string? RealText(string number) => null;

    /// <summary>A floating point number as an exact one, by the digits that mean it; null where they are others.
    /// </summary>
    public virtual string? RealExact(string number) => null;

    /// <summary>A floating point number in a type of exact ones, by the digits that mean it; null where others do.
    /// </summary>
    public virtual string? ExactOfReal(string number, SsisType type) => null;

    /// <summary>A text that is a number in a type of exact ones; null where the dialect has nothing for it.</summary>
    public virtual string? ExactOfText(string text, SsisType type) => null;

    /// <summary>An exact number as text, with all digits of its scale.</summary>
    public virtual string ExactText(string number, SsisType type) => Cast(number, SsisType.WStr(type.Precision + 3));

    // Whole numbers would be multiplied as such.
    private SqlPart Exact(SqlPart number, SsisType type) => type.IsInteger
        ? number.As(Cast(number.Text, SsisType.Numeric(WholeDigits, 0))) : number;

    /// <summary>A uniqueidentifier as text in capitals.</summary>
    public virtual string UniqueText(string guid) => $"upper({Cast(guid, SsisType.WStr(36))})";

    /// <summary>A text with blanks around is no uniqueidentifier; null where the dialect cannot tell.</summary>
    public virtual string? NoUnique(SqlPart text) => null;

    /// <summary>A text is no number of the form, with blanks around it; null where the dialect cannot tell.</summary>
    public abstract string? NoNumber(SqlPart text, bool isWhole);

    /// <summary>A text is no number that can be asked whether it is zero.</summary>
    public virtual string NoTruth(SqlPart text) => NoNumber(text, false) ?? "";

    /// <summary>A text that is a number is not zero.</summary>
    public abstract string IsNotZero(SqlPart text);

    /// <summary>A text that is a whole number, which may be none of the type.</summary>
    public virtual string WholeOfText(SqlPart text, SsisType type) => Cast(text.Text, type);
}
