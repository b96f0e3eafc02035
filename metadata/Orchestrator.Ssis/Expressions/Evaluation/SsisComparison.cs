using Orchestrator.Ssis.Expressions.Syntax;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Evaluation;

/// <summary>Compares two values of one kind, none of them null. Texts are compared by their code units.</summary>
internal static class SsisComparison
{
    public static SsisValue Compare(SsisBinaryOperator binary, SsisValue left, SsisValue right)
    {
        var order = Order(left.Content!, right.Content!);
        return SsisValue.Of(binary switch
        {
            SsisBinaryOperator.Equal => order == 0,
            SsisBinaryOperator.Unequal => order != 0,
            SsisBinaryOperator.Less => order < 0,
            SsisBinaryOperator.LessOrEqual => order <= 0,
            SsisBinaryOperator.Greater => order > 0,
            _ => order >= 0,
        });
    }

    private static int Order(object left, object right) => left switch
    {
        string text => string.CompareOrdinal(text, (string)right),
        SsisNumeric number => number.CompareTo((SsisNumeric)right),
        byte[] bytes => bytes.AsSpan().SequenceCompareTo((byte[])right),
        IComparable value => value.CompareTo(right),
        _ => 0,
    };
}
