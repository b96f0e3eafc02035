using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Evaluation;

/// <summary>Calls a function with the values of its arguments; but for a few it is null where one of them is.</summary>
internal static class SsisCalls
{
    public static SsisValue Evaluate(SsisCallTerm call, SsisValue[] values, SsisScope scope) => call.Function switch
    {
        SsisFunction.GetDate or SsisFunction.GetUtcDate => SsisDateFunctions.Now(call, scope.Clock()),
        SsisFunction.IsNull => SsisValue.Of(values[0].IsNull),
        SsisFunction.TokenCount when values[0].IsNull => SsisValue.Of(0),
        _ when values.Any(value => value.IsNull) => SsisValue.Null(call.Type),
        SsisFunction.TokenCount =>
            SsisValue.Of(SsisTextFunctions.Tokens(Text(values[0]), Text(values[1])).Length),
        _ => OfDates(call, values) ?? OfNumbers(call, values) ?? OfTexts(call, values),
    };

    private static SsisValue? OfDates(SsisCallTerm call, SsisValue[] values) => call.Function switch
    {
        SsisFunction.DateAdd => SsisDateFunctions.Add(call, SsisIntegers.NumberOf(values[0]), Date(values[1])),
        SsisFunction.DateDiff => SsisDateFunctions.Difference(call, Date(values[0]), Date(values[1])),
        SsisFunction.DatePart or SsisFunction.Day or SsisFunction.Month or SsisFunction.Year =>
            SsisDateFunctions.Part(call, Date(values[0])),
        _ => null,
    };

    private static SsisValue? OfNumbers(SsisCallTerm call, SsisValue[] values) => call.Function switch
    {
        SsisFunction.Abs => SsisMathFunctions.Abs(call, values[0]),
        SsisFunction.Sign => SsisMathFunctions.Sign(values[0]),
        SsisFunction.Ceiling or SsisFunction.Floor => SsisMathFunctions.Whole(call, values[0]),
        SsisFunction.Round => SsisMathFunctions.Round(call, values[0], SsisIntegers.Count(values[1])),
        SsisFunction.Power => SsisMathFunctions.Power(
            call, (double)values[0].Content!, (double)values[1].Content!),
        SsisFunction.Exp or SsisFunction.Ln or SsisFunction.Log or SsisFunction.Sqrt or SsisFunction.Square =>
            SsisMathFunctions.Real(call, values[0]),
        SsisFunction.Hex => SsisTextFunctions.Hex(call, values[0]),
        SsisFunction.Len => SsisTextFunctions.Length(call, values[0]),
        _ => null,
    };

    private static SsisValue OfTexts(SsisCallTerm call, SsisValue[] values)
    {
        var text = Text(values[0]);
        return call.Function switch
        {
            SsisFunction.CodePoint => SsisTextFunctions.CodePoint(call, text),
            SsisFunction.FindString =>
                SsisTextFunctions.Find(call, text, Text(values[1]), SsisIntegers.Count(values[2])),
            SsisFunction.Left => SsisTextFunctions.Left(call, text, SsisIntegers.Count(values[1])),
            SsisFunction.Right => SsisTextFunctions.Right(call, text, SsisIntegers.Count(values[1])),
            SsisFunction.Replace => SsisTextFunctions.Replace(call, text, Text(values[1]), Text(values[2])),
            SsisFunction.Replicate => SsisTextFunctions.Replicate(call, text, SsisIntegers.Count(values[1])),
            SsisFunction.Reverse => SsisTextFunctions.Reverse(call, text),
            SsisFunction.Substring => SsisTextFunctions.Substring(
                call, text, SsisIntegers.Count(values[1]), SsisIntegers.Count(values[2])),
            SsisFunction.Token =>
                SsisTextFunctions.Token(call, text, Text(values[1]), SsisIntegers.Count(values[2])),
            SsisFunction.Upper or SsisFunction.Lower => SsisTextFunctions.Case(call, text),
            _ => SsisTextFunctions.Trim(call, text),
        };
    }

    private static string Text(SsisValue value) => (string)value.Content!;

    private static DateTime Date(SsisValue value) => (DateTime)value.Content!;
}
