using Orchestrator.Ssis.Expressions.Faults;
using Orchestrator.Ssis.Expressions.Syntax;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Binding;

/// <summary>Gives operands of an operator the type that they meet in, and the operation its result type.</summary>
internal static class SsisOperations
{
    public static SsisUnaryTerm Unary(SsisUnaryOperator unary, SsisTerm operand, SsisPlace place)
    {
        var type = operand.Type;
        var fits = unary switch
        {
            SsisUnaryOperator.Negate => type.IsNumber && !type.IsUnsigned,
            SsisUnaryOperator.Not => type.Kind == SsisKind.Bool,
            _ => type.IsInteger,
        };
        return fits ? new SsisUnaryTerm(unary, operand, type, place)
            : throw Fault($"{SsisOperators.SignOf(unary)} does not take {type}", place);
    }

    public static SsisBinaryTerm Binary(
        SsisBinaryOperator binary, SsisTerm left, SsisTerm right, SsisPlace place) =>
        binary switch
        {
            SsisBinaryOperator.And or SsisBinaryOperator.Or => Logical(binary, left, right, place),
            SsisBinaryOperator.BitAnd or SsisBinaryOperator.BitOr or SsisBinaryOperator.BitXor =>
                Integers(binary, left, right, place, left.Type.IsSigned == right.Type.IsSigned),
            SsisBinaryOperator.Modulo => Integers(binary, left, right, place, true),
            SsisBinaryOperator.Add when IsJoined(left.Type) && IsJoined(right.Type) => Joined(left, right, place),
            SsisBinaryOperator.Add or SsisBinaryOperator.Subtract or SsisBinaryOperator.Multiply
                or SsisBinaryOperator.Divide => Computed(binary, left, right, place),
            _ => Compared(binary, left, right, place),
        };

    public static SsisConditionalTerm Conditional(
        SsisTerm condition, SsisTerm then, SsisTerm otherwise, SsisPlace place)
    {
        if (condition.Type.Kind != SsisKind.Bool)
        {
            throw Fault($"a condition is DT_BOOL, got: {condition.Type}", condition.Place);
        }

        var type = Branches(then.Type, otherwise.Type)
            ?? throw Fault($"{then.Type} and {otherwise.Type} have no type in common; cast one of them", place);
        return new SsisConditionalTerm(condition, Implicit(then, type), Implicit(otherwise, type), type, place);
    }

    /// <summary>The same value in a type that the language converts it to by itself.</summary>
    public static SsisTerm Implicit(SsisTerm term, SsisType type) =>
        term.Type == type ? term : new SsisCastTerm(term, type, true, term.Place);

    /// <summary>Within an expression all text is Unicode.</summary>
    public static SsisTerm Unicode(SsisTerm term) =>
        term.Type.Kind == SsisKind.Str ? Implicit(term, SsisType.WStr(term.Type.Length)) : term;

    private static SsisBinaryTerm Logical(
        SsisBinaryOperator binary, SsisTerm left, SsisTerm right, SsisPlace place) =>
        left.Type.Kind == SsisKind.Bool && right.Type.Kind == SsisKind.Bool
            ? new SsisBinaryTerm(binary, left, right, SsisType.Bool, place)
            : throw Mismatch(binary, left, right, place);

    private static SsisBinaryTerm Integers(
        SsisBinaryOperator binary, SsisTerm left, SsisTerm right, SsisPlace place, bool fits) =>
        fits && left.Type.IsInteger && right.Type.IsInteger
            && SsisPromotion.Numbers(left.Type, right.Type) is { } type
            ? new SsisBinaryTerm(binary, Implicit(left, type), Implicit(right, type), type, place)
            : throw Mismatch(binary, left, right, place);

    private static SsisBinaryTerm Computed(
        SsisBinaryOperator binary, SsisTerm left, SsisTerm right, SsisPlace place)
    {
        if (!left.Type.IsNumber || !right.Type.IsNumber
            || SsisPromotion.Numbers(left.Type, right.Type) is not { } type)
        {
            throw Mismatch(binary, left, right, place);
        }

        var (one, other) = Operands(left, right, type);
        var result = type.Kind == SsisKind.Numeric ? SsisPromotion.Exact(binary, one.Type, other.Type) : type;
        return new SsisBinaryTerm(binary, one, other, result, place);
    }

    private static SsisBinaryTerm Compared(
        SsisBinaryOperator binary, SsisTerm left, SsisTerm right, SsisPlace place)
    {
        var isEquality = binary is SsisBinaryOperator.Equal or SsisBinaryOperator.Unequal;
        var type = Meeting(left.Type, right.Type, isEquality) ?? throw Mismatch(binary, left, right, place);
        var (one, other) = Operands(left, right, type);
        return new SsisBinaryTerm(binary, one, other, SsisType.Bool, place);
    }

    // Exact numbers keep the digits that each of them has.
    private static (SsisTerm Left, SsisTerm Right) Operands(SsisTerm left, SsisTerm right, SsisType type) =>
        type.Kind switch
        {
            SsisKind.Numeric => (Implicit(left, SsisPromotion.AsNumeric(left.Type)),
                Implicit(right, SsisPromotion.AsNumeric(right.Type))),
            SsisKind.WStr => (Unicode(left), Unicode(right)),
            SsisKind.Bytes or SsisKind.Text => (left, right),
            _ => (Implicit(left, type), Implicit(right, type)),
        };

    private static SsisType? Meeting(SsisType left, SsisType right, bool isEquality)
    {
        if (left.IsNumber && right.IsNumber)
        {
            return SsisPromotion.Numbers(left, right);
        }

        if (left.IsText && right.IsText)
        {
            return SsisType.WStr(Math.Max(left.Length, right.Length));
        }

        return isEquality && left.Kind == right.Kind && !left.IsDate && !left.IsTime
            ? left : SsisPromotion.Dates(left, right);
    }

    private static SsisType? Branches(SsisType then, SsisType otherwise) => then.Kind == otherwise.Kind
        ? then.Kind switch
        {
            SsisKind.Str => SsisType.WStr(Math.Max(then.Length, otherwise.Length)),
            SsisKind.Numeric => SsisPromotion.Union(then, otherwise),
            SsisKind.Text => then.CodePage == otherwise.CodePage ? then : null,
            _ => then with
            {
                Length = Math.Max(then.Length, otherwise.Length),
                Scale = Math.Max(then.Scale, otherwise.Scale),
            },
        }
        : Meeting(then, otherwise, false);

    private static bool IsJoined(SsisType type) => type.IsText || type.IsBlob;

    private static SsisBinaryTerm Joined(SsisTerm left, SsisTerm right, SsisPlace place)
    {
        var (one, other) = (Unicode(left), Unicode(right));
        if (one.Type.IsText && other.Type.IsText)
        {
            var length = (int)Math.Min((long)one.Type.Length + other.Type.Length, int.MaxValue);
            return new SsisBinaryTerm(SsisBinaryOperator.Add, one, other, SsisType.WStr(length), place);
        }

        var type = one.Type.IsBlob ? one.Type : other.Type;
        var isOne = one.Type.Kind == other.Type.Kind || one.Type.IsText || other.Type.IsText;
        return isOne && (type.Kind != SsisKind.Image || one.Type == other.Type)
            ? new SsisBinaryTerm(
                SsisBinaryOperator.Add, Implicit(one, type), Implicit(other, type), type, place)
            : throw Mismatch(SsisBinaryOperator.Add, left, right, place);
    }

    private static SsisFaultException Mismatch(
        SsisBinaryOperator binary, SsisTerm left, SsisTerm right, SsisPlace place) => Fault(
            $"{SsisOperators.SignOf(binary)} does not take {left.Type} and {right.Type}; cast one of them", place);

    private static SsisFaultException Fault(string reason, SsisPlace place) =>
        new(new SsisFault(SsisFaultKind.Types, reason, place));
}
