using Orchestrator.Ssis.Expressions.Faults;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Binding;

/// <summary>Gives arguments the types that a function takes, and the call its result type.</summary>
internal static class SsisSignatures
{
    private static readonly SsisType UI2 = new(SsisKind.UI2);

    public static SsisCallTerm Bind(SsisFunction function, List<SsisTerm> arguments, SsisPlace place)
    {
        var taken = Taken(function, arguments);
        return new SsisCallTerm(function, taken, ResultOf(function, taken), place);
    }

    private static List<SsisTerm> Taken(SsisFunction function, List<SsisTerm> given) => function switch
    {
        SsisFunction.CodePoint or SsisFunction.Lower or SsisFunction.LTrim or SsisFunction.Reverse
            or SsisFunction.RTrim or SsisFunction.Trim or SsisFunction.Upper => [Text(given[0])],
        SsisFunction.Len => [given[0].Type.IsBlob ? given[0] : Text(given[0])],
        SsisFunction.Left or SsisFunction.Right or SsisFunction.Replicate => [Text(given[0]), Integer(given[1])],
        SsisFunction.TokenCount => [Text(given[0]), Text(given[1])],
        SsisFunction.FindString or SsisFunction.Token => [Text(given[0]), Text(given[1]), Integer(given[2])],
        SsisFunction.Replace => [Text(given[0]), Text(given[1]), Text(given[2])],
        SsisFunction.Substring => [Text(given[0]), Integer(given[1]), Integer(given[2])],
        SsisFunction.Hex => [Integer(given[0])],
        SsisFunction.Abs or SsisFunction.Ceiling or SsisFunction.Floor => [Number(given[0])],
        SsisFunction.Sign => [Signed(given[0])],
        SsisFunction.Round => [Number(given[0]), Integer(given[1])],
        SsisFunction.Exp or SsisFunction.Ln or SsisFunction.Log or SsisFunction.Sqrt or SsisFunction.Square
            or SsisFunction.Power => [.. given.Select(Real)],
        SsisFunction.DateAdd => [Integer(given[0]), Moment(given[1])],
        SsisFunction.DateDiff => [Moment(given[0]), Moment(given[1])],
        SsisFunction.DatePart => [Moment(given[0])],
        SsisFunction.Day or SsisFunction.Month or SsisFunction.Year => [Moment(NoOffsetLiteral(given[0]))],
        SsisFunction.ReplaceNull => Replaced(given[0], given[1]),
        _ => given,
    };

    private static SsisType ResultOf(SsisFunction function, List<SsisTerm> taken) => function switch
    {
        SsisFunction.IsNull => SsisType.Bool,
        SsisFunction.GetDate or SsisFunction.GetUtcDate or SsisFunction.DateAdd => SsisType.DBTimestamp,
        SsisFunction.CodePoint => UI2,
        SsisFunction.DateDiff or SsisFunction.DatePart or SsisFunction.Day or SsisFunction.Month
            or SsisFunction.Year or SsisFunction.FindString or SsisFunction.Len or SsisFunction.Sign
            or SsisFunction.TokenCount => SsisType.I4,
        SsisFunction.Exp or SsisFunction.Ln or SsisFunction.Log or SsisFunction.Power or SsisFunction.Sqrt
            or SsisFunction.Square => SsisType.R8,
        SsisFunction.Hex => SsisType.WStr(HexLength(taken[0].Type)),
        SsisFunction.Left or SsisFunction.Right => SsisType.WStr(Shorter(taken[0], taken[1])),
        SsisFunction.Substring => SsisType.WStr(Shorter(taken[0], taken[2])),
        SsisFunction.Replace or SsisFunction.Replicate => SsisType.WStr(SsisType.LengthMax),
        SsisFunction.Ceiling or SsisFunction.Floor or SsisFunction.Round => OneDigitMore(taken[0].Type),
        _ => taken[0].Type,
    };

    // What is rounded up may need a digit more in front of the point.
    private static SsisType OneDigitMore(SsisType type) => type.Kind == SsisKind.Numeric
        ? type with { Precision = Math.Min(SsisType.PrecisionMax, type.Precision + 1) } : type;

    private static int HexLength(SsisType type) => type.Kind switch
    {
        SsisKind.I1 or SsisKind.UI1 => 2,
        SsisKind.I2 or SsisKind.UI2 => 4,
        SsisKind.I4 or SsisKind.UI4 => 8,
        _ => 16,
    };

    private static int Shorter(SsisTerm text, SsisTerm count) =>
        count is SsisLiteralTerm { Value.Content: long number } && number >= 0 && number < text.Type.Length
            ? (int)number : text.Type.Length;

    private static List<SsisTerm> Replaced(SsisTerm value, SsisTerm instead)
    {
        if (value.Type.IsBlob || instead.Type.IsBlob)
        {
            throw Fault("REPLACENULL takes no DT_TEXT, DT_NTEXT or DT_IMAGE", value.Type.IsBlob ? value : instead);
        }

        var (first, second) = (SsisOperations.Unicode(value), SsisOperations.Unicode(instead));
        if (first.Type.IsText && second.Type.IsText)
        {
            var type = SsisType.WStr(Math.Max(first.Type.Length, second.Type.Length));
            return [SsisOperations.Implicit(first, type), SsisOperations.Implicit(second, type)];
        }

        return SsisCasts.IsLegal(second.Type, first.Type) ? [first, SsisOperations.Implicit(second, first.Type)]
            : throw Fault($"what replaces {first.Type} must have its type or be cast to it", second);
    }

    private static SsisTerm Text(SsisTerm term) => term.Type.IsText ? SsisOperations.Unicode(term)
        : throw Fault($"expected a text, got: {term.Type}; cast it to DT_WSTR", term);

    private static SsisTerm Integer(SsisTerm term) =>
        term.Type.IsInteger ? term : throw Fault($"expected an integer, got: {term.Type}; cast it to DT_I4", term);

    private static SsisTerm Number(SsisTerm term) =>
        term.Type.IsNumber ? term : throw Fault($"expected a number, got: {term.Type}; cast it to one", term);

    private static SsisTerm Signed(SsisTerm term) => !term.Type.IsUnsigned ? Number(term)
        : throw Fault($"expected a number with a sign, got: {term.Type}; cast it to one", term);

    private static SsisTerm Real(SsisTerm term) => SsisOperations.Implicit(Number(term), SsisType.R8);

    private static SsisTerm Moment(SsisTerm term) =>
        term.Type.IsDate ? SsisOperations.Implicit(term, SsisType.DBTimestamp)
            : throw Fault($"expected a date, got: {term.Type}; cast it to DT_DBTIMESTAMP", term);

    // As the reference says of DAY, MONTH and YEAR; columns of these types are taken.
    private static SsisTerm NoOffsetLiteral(SsisTerm term) =>
        term is SsisCastTerm { IsImplicit: false, Operand: SsisLiteralTerm { Value.IsNull: false } }
            && (term.Type.Kind is SsisKind.DBTimestampOffset or SsisKind.DBTimestamp2)
            ? throw Fault($"a date literal is not cast to {term.Type} here; cast it to DT_DBTIMESTAMP", term)
            : term;

    private static SsisFaultException Fault(string reason, SsisTerm term) =>
        new(new SsisFault(SsisFaultKind.Types, reason, term.Place));
}
