using Orchestrator.Ssis.Expressions;
using Orchestrator.Ssis.Expressions.Generation;
using Orchestrator.Ssis.Expressions.Syntax;
using Orchestrator.Ssis.Flows.Sets;
using Orchestrator.Ssis.Flows.Work;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Components;

/// <summary>
/// Statements that an expression puts together: the pieces that it is made of.
/// </summary>
internal static class StatementTexts
{
    private const int DepthMax = 8;
    private const int PiecesMax = 10_000;

    /// <summary>The statement that a variable holds.</summary>
    /// <param name="work">The flow.</param>
    /// <param name="written">The name of the variable.</param>
    /// <param name="dialect">The dialect of the statement; null = nobody knows it.</param>
    public static string OfVariable(FlowWork work, string written, SsisSqlDialect? dialect)
    {
        var variable = work.Variables.Find(written)
            ?? throw FlowOpenException.MadeStatement("its statement is a value that only a run knows", written);
        return variable.Expression is { Length: > 0 } expression ? Of(work, expression, dialect)
            : variable is { Value: { Length: > 0 } value } && work.Variables.IsFixed(variable) ? value
            : throw FlowOpenException.MadeStatement("its statement is a value that only a run knows", written);
    }

    /// <summary>The statement that an expression makes.</summary>
    public static string Of(FlowWork work, string expression, SsisSqlDialect? dialect) =>
        new StatementValues(work, expression, dialect).Of(All(work, expression));

    /// <summary>The text that an expression makes in each run; null where it is not always the same.</summary>
    public static string? Fixed(FlowWork work, string expression) =>
        All(work, expression) is [{ Value: null } only] ? only.Text : null;

    private static List<StatementPiece> All(FlowWork work, string expression)
    {
        var pieces = Pieces(work, expression, 0).Take(PiecesMax + 1).ToList();
        return pieces.Count <= PiecesMax ? StatementPiece.Joined(pieces)
            : throw FlowOpenException.MadeStatement("its statement is made of very many pieces", expression);
    }

    private static IEnumerable<StatementPiece> Pieces(FlowWork work, string expression, int depth)
    {
        if (depth > DepthMax || SsisExpression.Parse(work.Variables.WithFixed(expression)).Result is not { } parsed)
        {
            throw FlowOpenException.MadeStatement(
                "its statement is made by an expression that is not read", expression);
        }

        return Flat(parsed.Root).SelectMany(each => Of(work, each, expression, depth));
    }

    private static IEnumerable<SsisNode> Flat(SsisNode node)
    {
        var waiting = new Stack<SsisNode>([node]);
        while (waiting.TryPop(out var next))
        {
            if (next is SsisBinaryNode { Operator: SsisBinaryOperator.Add } sum)
            {
                waiting.Push(sum.Right);
                waiting.Push(sum.Left);
                continue;
            }

            yield return next;
        }
    }

    private static IEnumerable<StatementPiece> Of(FlowWork work, SsisNode node, string expression, int depth) =>
        node switch
        {
            SsisLiteralNode { Value.Content: string text } => [new(text)],
            SsisCastNode { Type: { IsText: true } type, Operand: SsisVariableNode cast } =>
                OfVariable(work, cast, node, type.Length, expression, depth),
            SsisVariableNode variable => OfVariable(work, variable, node, int.MaxValue, expression, depth),
            _ => [new("", node)],
        };

    // A text that does not fit into the type that it is cast to fails there.
    private static IEnumerable<StatementPiece> OfVariable(
        FlowWork work, SsisVariableNode node, SsisNode value, int lengthMax, string expression, int depth)
    {
        var written = node.Space is { } space ? $"{space}::{node.Name}" : node.Name;
        var variable = work.Variables.Find(written);
        if (variable is { Type: SsisValueType.String })
        {
            if (variable is { Value: { Length: > 0 } text, Expression: null or "" }
                && work.Variables.IsFixed(variable) && text.Length <= lengthMax)
            {
                return [new(text)];
            }

            if (value is SsisVariableNode && variable.Expression is { Length: > 0 } inner)
            {
                return Pieces(work, inner, depth + 1);
            }
        }

        return work.Variables.NameOf(variable?.FullName ?? written) is { } name
            ? [new("", value) { Name = name, Variable = variable }]
            : throw FlowOpenException.MadeStatement("nothing here stands for a variable of its statement", expression);
    }
}
