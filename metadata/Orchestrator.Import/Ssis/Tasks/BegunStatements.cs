using Orchestrator.Import.Ssis.Statements;
using Orchestrator.Ssis.Expressions;
using Orchestrator.Ssis.Expressions.Syntax;

namespace Orchestrator.Import.Ssis.Tasks;

/// <summary>Statements that expressions make, of which a text is known that they begin with.</summary>
internal static class BegunStatements
{
    /// <summary>The text that an expression begins with, where all columns of a query stand in it; null = they do not.
    /// </summary>
    public static string? Of(string expression)
    {
        var parsed = SsisExpression.Parse(expression);
        return parsed.IsWhole && First(parsed.Result.Root) is { } text
            && SelectList.Of(text) is { Count: > 0 } columns && columns[^1].End < text.TrimEnd().Length ? text : null;
    }

    /// <summary>The same expression with another text to begin with.</summary>
    public static string With(string expression, string text)
    {
        var parsed = SsisExpression.Parse(expression);
        return parsed.IsWhole ? SsisExpression.Print(Put(parsed.Result.Root, text)) : expression;
    }

    private static string? First(SsisNode node) => node switch
    {
        SsisBinaryNode { Operator: SsisBinaryOperator.Add } both => First(both.Left),
        SsisLiteralNode { Value.Content: string text } => text,
        _ => null,
    };

    private static SsisNode Put(SsisNode node, string text) => node switch
    {
        SsisBinaryNode both => both with { Left = Put(both.Left, text) },
        SsisLiteralNode literal => literal with { Value = literal.Value with { Content = text } },
        _ => node,
    };
}
