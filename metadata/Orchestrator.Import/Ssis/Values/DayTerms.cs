using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Import.Ssis.Values;

/// <summary>Expressions that ask the clock for nothing but the day, which a night has one of.</summary>
internal static class DayTerms
{
    /// <summary>Whether each GETDATE of an expression is asked for its day alone.</summary>
    public static bool AskForDays(SsisTerm term) => Are(term, isDay: false);

    private static bool Are(SsisTerm term, bool isDay) => term switch
    {
        SsisCallTerm { Function: SsisFunction.GetDate } => isDay,
        SsisCallTerm { Function: SsisFunction.Year or SsisFunction.Month or SsisFunction.Day } call =>
            call.Arguments.All(each => Are(each, isDay: true)),
        SsisCallTerm { Function: SsisFunction.DatePart } call =>
            call.Arguments.All(each => Are(each, IsDay(call.Part))),
        // What is days away from a day asks for no more than that day.
        SsisCallTerm { Function: SsisFunction.DateAdd } call =>
            call.Arguments.All(each => Are(each, isDay && IsDay(call.Part))),
        SsisCallTerm { Function: SsisFunction.DateDiff } call =>
            call.Arguments.All(each => Are(each, IsDay(call.Part))),
        SsisCallTerm call => call.Arguments.All(each => Are(each, isDay: false)),
        SsisCastTerm cast => Are(cast.Operand,
            cast.Type.Kind == SsisKind.DBDate || (isDay && cast.Type.IsDate)),
        SsisUnaryTerm unary => Are(unary.Operand, isDay: false),
        SsisBinaryTerm binary => Are(binary.Left, isDay: false) && Are(binary.Right, isDay: false),
        SsisConditionalTerm choice => Are(choice.Condition, isDay: false) && Are(choice.Then, isDay: false)
            && Are(choice.Else, isDay: false),
        _ => true,
    };

    private static bool IsDay(SsisDatePart? part) => part is SsisDatePart.Year or SsisDatePart.Quarter
        or SsisDatePart.Month or SsisDatePart.DayOfYear or SsisDatePart.Day or SsisDatePart.Week
        or SsisDatePart.Weekday;
}
