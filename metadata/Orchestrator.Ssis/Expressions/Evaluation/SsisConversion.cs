using System.Globalization;
using System.Numerics;
using Orchestrator.Ssis.Expressions.Faults;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Evaluation;

/// <summary>
/// Casts of one value that is not null. An implicit one loses at most digits of a second, and none is a fault for it.
/// </summary>
internal sealed class SsisConversion(SsisScope scope, bool isImplicit, SsisPlace place)
{
    public SsisValue To(SsisValue value, SsisType type) => type.Kind switch
    {
        SsisKind.Bool => SsisValue.Of(Bool(value, type)),
        SsisKind.Str or SsisKind.WStr or SsisKind.Text or SsisKind.NText =>
            new SsisValue(type, isImplicit ? SsisText.Of(value) : Text().Fitted(SsisText.Of(value), value, type)),
        SsisKind.Guid => new SsisValue(type, value.Content is Guid ? value.Content : Unique(value, type)),
        SsisKind.Bytes or SsisKind.Image => new SsisValue(type, Text().Fitted((byte[])value.Content!, type)),
        SsisKind.Date when value.Type.IsNumber => Moment().OfNumber(Double(value, type), type),
        _ when type.IsDate || type.IsTime => value.Content is string text
            ? Moment().OfText(text, type) : Moment().To(value, type),
        _ => Number(value, type),
    };

    private SsisFittedText Text() => new(scope, place);

    private SsisMoments Moment() => new(scope, isImplicit, place);

    private bool Bool(SsisValue value, SsisType type) => value.Content switch
    {
        bool known => known,
        double number => number != 0,
        float number => number != 0,
        SsisNumeric number => !number.Digits.IsZero,
        string text when bool.TryParse(text.Trim(' '), out var known) => known,
        string text => !(SsisNumeric.Read(text.Trim(' ')) ?? throw NoValue(type)).Digits.IsZero,
        _ => !SsisIntegers.NumberOf(value).IsZero,
    };

    private Guid Unique(SsisValue value, SsisType type) =>
        Guid.TryParse(((string)value.Content!).Trim(' '), out var guid) ? guid : throw NoValue(type);

    private SsisValue Number(SsisValue value, SsisType type) =>
        type.IsFloat ? SsisArithmetic.Real(Double(value, type), type, place)
            : type.IsExact ? SsisArithmetic.Exact(Exact(value, type), type, place)
            : SsisIntegers.Make(Whole(value, type), type, place);

    private double Double(SsisValue value, SsisType type) => value.Content switch
    {
        double number => number,
        float number => number,
        SsisNumeric number => number.ToDouble(),
        bool known => known ? -1 : 0,
        DateTime date => SsisMoments.Days(date),
        string text => double.TryParse(text.Trim(' '), NumberStyles.Float, CultureInfo.InvariantCulture, out var real)
            && double.IsFinite(real) ? real : throw NoValue(type),
        _ => (double)SsisIntegers.NumberOf(value),
    };

    private SsisNumeric Exact(SsisValue value, SsisType type) => value.Content switch
    {
        SsisNumeric number => number,
        double or float or DateTime => OfReal(Double(value, type), value, type),
        bool known => new SsisNumeric(known ? BigInteger.MinusOne : BigInteger.Zero, 0),
        string text => SsisNumeric.Read(text.Trim(' ')) ?? throw NoValue(type),
        _ => new SsisNumeric(SsisIntegers.NumberOf(value), 0),
    };

    // The shortest digits that mean the same binary number, of DT_R4 too.
    private SsisNumeric OfReal(double real, SsisValue value, SsisType type)
    {
        var text = value.Content is float single
            ? single.ToString("R", CultureInfo.InvariantCulture) : real.ToString("R", CultureInfo.InvariantCulture);
        return SsisNumeric.Read(text) ?? throw NoValue(type);
    }

    private BigInteger Whole(SsisValue value, SsisType type) => value.Content switch
    {
        string text => SsisNumeric.Read(text.Trim(' ')) is { Scale: 0 } number && !text.Contains('.')
            && !text.Contains('e', StringComparison.OrdinalIgnoreCase) ? number.Digits : throw NoValue(type),
        _ => Exact(value, type).Rounded(0).Digits,
    };

    private SsisFaultException NoValue(SsisType type) =>
        new(new SsisFault(SsisFaultKind.Conversion, $"the value is none of {type}", place));
}
