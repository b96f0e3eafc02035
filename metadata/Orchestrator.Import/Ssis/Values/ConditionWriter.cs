using System.Globalization;
using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Syntax;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Import.Ssis.Values;

/// <summary>
/// Expressions in the language of `when` and of kind value. What that has no equal for stops it: it never writes what
/// means nearly the same.
/// </summary>
/// <param name="written">The expression, for who reads why it was not translated.</param>
/// <param name="named">What a variable is called here.</param>
internal sealed class ConditionWriter(string written, Func<SsisSymbol, string> named)
{
    /// <summary>The text of a term, in parentheses where it stands in another.</summary>
    public string Of(SsisTerm term, bool isWithin = false) => term switch
    {
        SsisLiteralTerm literal => Literal(literal),
        SsisSymbolTerm symbol => named(symbol.Symbol),
        SsisUnaryTerm unary => Unary(unary),
        SsisBinaryTerm binary => isWithin ? $"({Binary(binary)})" : Binary(binary),
        SsisConditionalTerm choice => $"if({Of(choice.Condition)}, {Of(choice.Then)}, {Of(choice.Else)})",
        SsisCastTerm cast => Cast(cast, isWithin),
        SsisCallTerm call => Call(call, isWithin),
        _ => throw No("it holds something that is not known"),
    };

    private string Literal(SsisLiteralTerm literal) => literal.Value.Content switch
    {
        null => throw No("it holds NULL, which conditions have no literal for"),
        bool flag => flag ? "1 = 1" : "1 = 0",
        string text => Quoted(text),
        float or double => throw No("it holds a number of floating point"),
        IFormattable number => number.ToString(null, CultureInfo.InvariantCulture),
        _ => throw No("it holds a literal of another type"),
    };

    private string Unary(SsisUnaryTerm term) => term.Operator switch
    {
        SsisUnaryOperator.Not => $"not {Of(term.Operand, isWithin: true)}",
        SsisUnaryOperator.Negate => $"0 - {Of(term.Operand, isWithin: true)}",
        _ => throw No("it turns bits around"),
    };

    private string Binary(SsisBinaryTerm term)
    {
        if (FoundText(term) is { } found)
        {
            return found;
        }

        var isTruth = term.Left.Type.Kind == SsisKind.Bool;
        if (isTruth && term.Operator is SsisBinaryOperator.Equal or SsisBinaryOperator.Unequal)
        {
            return Truth(term);
        }

        var sign = term.Operator switch
        {
            SsisBinaryOperator.And => "and",
            SsisBinaryOperator.Or => "or",
            SsisBinaryOperator.Equal => "=",
            SsisBinaryOperator.Unequal => "<>",
            SsisBinaryOperator.Less => "<",
            SsisBinaryOperator.LessOrEqual => "<=",
            SsisBinaryOperator.Greater => ">",
            SsisBinaryOperator.GreaterOrEqual => ">=",
            SsisBinaryOperator.Add => term.Type.IsText ? "||" : "+",
            SsisBinaryOperator.Subtract => "-",
            SsisBinaryOperator.Multiply => "*",
            SsisBinaryOperator.Modulo => "%",
            SsisBinaryOperator.Divide when !term.Type.IsInteger => "/",
            SsisBinaryOperator.Divide => throw No("it divides whole numbers, which drops the rest"),
            _ => throw No("it reckons with bits"),
        };
        if (term.Left.Type.IsDate && term.Operator is SsisBinaryOperator.Add or SsisBinaryOperator.Subtract)
        {
            throw No("it adds to a date with a sign");
        }

        return $"{Of(term.Left, isWithin: true)} {sign} {Of(term.Right, isWithin: true)}";
    }

    // `@[User::Flag] == TRUE` is the flag.
    private string Truth(SsisBinaryTerm term)
    {
        var literal = term.Right as SsisLiteralTerm ?? term.Left as SsisLiteralTerm;
        if (literal?.Value.Content is not bool flag)
        {
            throw No("it compares two truth values");
        }

        var other = ReferenceEquals(literal, term.Right) ? term.Left : term.Right;
        var isSame = flag == (term.Operator == SsisBinaryOperator.Equal);
        return isSame ? Of(other) : $"not {Of(other, isWithin: true)}";
    }

    // FINDSTRING(text, part, 1) > 0
    private string? FoundText(SsisBinaryTerm term)
    {
        if (Bare(term.Left) is not SsisCallTerm { Function: SsisFunction.FindString } call
            || call.Arguments is not [var text, var part, var which]
            || Number(which) != 1 || Number(term.Right) is not { } bound)
        {
            return null;
        }

        var isFound = (term.Operator, bound) is (SsisBinaryOperator.Greater, 0) or (SsisBinaryOperator.Unequal, 0)
            or (SsisBinaryOperator.GreaterOrEqual, 1);
        var isMissing = (term.Operator, bound) is (SsisBinaryOperator.Equal, 0) or (SsisBinaryOperator.Less, 1);
        return !isFound && !isMissing ? null : $"{(isMissing ? "not " : "")}contains({Of(text)}, {Of(part)})";
    }

    private string Cast(SsisCastTerm cast, bool isWithin)
    {
        var (from, to) = (cast.Operand.Type, cast.Type);
        return cast.IsImplicit || from == to || (from.IsNumber && to.IsNumber && to.IsInteger == from.IsInteger)
                || (from.IsInteger && to.IsNumber) || (from.IsDate && to.IsDate && to.Kind != SsisKind.DBDate)
            ? Of(cast.Operand, isWithin)
            : from.IsText && to.IsText ? Of(cast.Operand, isWithin)
            : from.IsInteger && to.IsText ? $"text({Of(cast.Operand)})"
            : from.IsText && to.IsInteger ? $"number({Of(cast.Operand)})"
            : from.IsText && to.IsDate ? $"date({Of(cast.Operand)})"
            : from.IsDate && to.Kind == SsisKind.DBDate ? Day(cast.Operand)
            : throw No($"it makes {to} of {from}");
    }

    private string Call(SsisCallTerm call, bool isWithin)
    {
        var arguments = call.Arguments;
        string One(int place = 0) => Of(arguments[place]);
        return call.Function switch
        {
            SsisFunction.IsNull when isWithin => $"({Of(arguments[0], isWithin: true)} is null)",
            SsisFunction.IsNull => $"{Of(arguments[0], isWithin: true)} is null",
            SsisFunction.ReplaceNull => $"coalesce({One()}, {One(1)})",
            SsisFunction.Len => $"length({One()})",
            SsisFunction.Upper => $"upper({One()})",
            SsisFunction.Lower => $"lower({One()})",
            SsisFunction.Replace => $"replace({One()}, {One(1)}, {One(2)})",
            SsisFunction.Substring => $"substring({One()}, {One(1)}, {One(2)})",
            SsisFunction.Left => $"substring({One()}, 1, {One(1)})",
            SsisFunction.Abs => $"abs({One()})",
            SsisFunction.Year => $"year({Clock(arguments[0])})",
            SsisFunction.Month => $"month({Clock(arguments[0])})",
            SsisFunction.Day => $"day({Clock(arguments[0])})",
            SsisFunction.DatePart => Part(call),
            SsisFunction.DateAdd => Added(call),
            SsisFunction.DateDiff when call.Part is SsisDatePart.Day =>
                $"daysBetween({Day(arguments[0])}, {Day(arguments[1])})",
            SsisFunction.GetDate or SsisFunction.GetUtcDate =>
                throw No("it asks the clock for more than the day, and a night has one moment"),
            _ => throw No($"it calls {call.Function.ToString().ToUpperInvariant()}"),
        };
    }

    private string Part(SsisCallTerm call)
    {
        var of = Clock(call.Arguments[0]);
        return call.Part switch
        {
            SsisDatePart.Year => $"year({of})",
            SsisDatePart.Month => $"month({of})",
            SsisDatePart.Day => $"day({of})",
            SsisDatePart.DayOfYear => $"dayOfYear({of})",
            SsisDatePart.Quarter => $"quarter({of})",
            SsisDatePart.Weekday => $"weekday({of}) % 7 + 1",
            SsisDatePart.Hour or SsisDatePart.Minute or SsisDatePart.Second when !AsksClock(call.Arguments[0]) =>
                $"{call.Part.ToString()!.ToLowerInvariant()}({of})",
            _ => throw No($"it takes the part {call.Part} of a time"),
        };
    }

    private string Added(SsisCallTerm call)
    {
        var (number, moment) = (Of(call.Arguments[0]), call.Arguments[1]);
        if (AsksClock(moment))
        {
            throw No("it asks the clock for more than the day, and a night has one moment");
        }

        return call.Part switch
        {
            SsisDatePart.Day or SsisDatePart.DayOfYear or SsisDatePart.Weekday => $"addDays({Of(moment)}, {number})",
            SsisDatePart.Month => $"addMonths({Of(moment)}, {number})",
            SsisDatePart.Second => $"addSeconds({Of(moment)}, {number})",
            SsisDatePart.Year when Number(call.Arguments[0]) is { } years =>
                $"addMonths({Of(moment)}, {(years * 12).ToString(CultureInfo.InvariantCulture)})",
            _ => throw No($"it adds the part {call.Part} to a time"),
        };
    }

    // The day of the night is what a run calls asOf.
    private string Day(SsisTerm term) => AsksClock(term) ? "${run:asOf}" : $"dateOf({Of(term)})";

    private string Clock(SsisTerm term) => AsksClock(term) ? "${run:asOf}" : Of(term);

    private static bool AsksClock(SsisTerm term) =>
        Bare(term) is SsisCallTerm { Function: SsisFunction.GetDate };

    private static SsisTerm Bare(SsisTerm term) => term is SsisCastTerm cast ? Bare(cast.Operand) : term;

    private static long? Number(SsisTerm term) => Bare(term) switch
    {
        SsisLiteralTerm { Value.Content: long whole } => whole,
        SsisUnaryTerm { Operator: SsisUnaryOperator.Negate, Operand: var operand } => -Number(operand),
        _ => null,
    };

    private static string Quoted(string text) => $"'{text.Replace("'", "''", StringComparison.Ordinal)}'";

    private OpenException No(string why) => new(
        SsisOpenCodes.Expression, $"the expression has no equal here: {why}", written, SsisOpenCodes.Minutes);
}
