using Orchestrator.Ssis.Expressions;
using Orchestrator.Ssis.Expressions.Syntax;
using Orchestrator.Ssis.Flows.Sets;
using Orchestrator.Ssis.Flows.Types;
using Orchestrator.Ssis.Flows.Work;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Components;

/// <summary>
/// Statements that an expression puts together. Where it puts a value between quotes, or a number into the text, the
/// value becomes a parameter; where a name into brackets, a name. Everything else is text that only a run knows.
/// </summary>
internal static class StatementTexts
{
    private const int DepthMax = 8;
    private const int PiecesMax = 10_000;

    /// <summary>A piece of a statement: a text, or a variable.</summary>
    private sealed record StatementPiece(string Text, SsisVariable? Variable, string Name);

    /// <summary>The statement that a variable holds.</summary>
    public static string OfVariable(FlowWork work, string written)
    {
        var variable = work.Variables.Find(written)
            ?? throw FlowOpenException.MadeStatement("its statement is a value that only a run knows", written);
        return variable.Expression is { Length: > 0 } expression ? Of(work, expression)
            : variable is { Value: { Length: > 0 } value } && work.Variables.IsFixed(variable) ? value
            : throw FlowOpenException.MadeStatement("its statement is a value that only a run knows", written);
    }

    /// <summary>The statement that an expression makes.</summary>
    public static string Of(FlowWork work, string expression)
    {
        var pieces = Pieces(work, expression, 0).Take(PiecesMax + 1).ToList();
        if (pieces.Count > PiecesMax)
        {
            throw FlowOpenException.MadeStatement("its statement is made of very many pieces", expression);
        }

        var text = "";
        for (var at = 0; at < pieces.Count; at++)
        {
            var next = at + 1 < pieces.Count ? pieces[at + 1].Text : "";
            if (pieces[at].Name.Length == 0)
            {
                text += pieces[at].Text;
                continue;
            }

            text = With(text, pieces[at], ref next, expression);
            if (at + 1 < pieces.Count)
            {
                pieces[at + 1] = pieces[at + 1] with { Text = next };
            }
        }

        return text;
    }

    private static string With(string before, StatementPiece piece, ref string next, string expression)
    {
        var quotes = before.Count(each => each == '\'');
        if (before.EndsWith('\'') && next.StartsWith('\'') && quotes % 2 == 1)
        {
            next = next[1..];
            var quoted = before[..^1];
            return (IsWide(quoted) ? quoted[..^1] : quoted) + "@" + piece.Name;
        }

        if (quotes % 2 == 0 && before.EndsWith('[') && next.StartsWith(']'))
        {
            next = next[1..];
            return before[..^1] + $"${{name:{piece.Name}}}";
        }

        return quotes % 2 == 0 && piece.Variable is { } variable && IsNumber(variable.Type)
            ? before + "@" + piece.Name
            : throw FlowOpenException.MadeStatement(
                $"the variable {piece.Name} makes a part of the statement that is no value", expression);
    }

    // The N of N'…'.
    private static bool IsWide(string before) => before is [.., 'N' or 'n']
        && (before.Length == 1 || !(char.IsLetterOrDigit(before[^2]) || before[^2] == '_'));

    private static bool IsNumber(SsisValueType type) => FlowColumnTypes.Of(type) is { IsNumber: true };

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

    private static IEnumerable<StatementPiece> Of(FlowWork work, SsisNode node, string expression, int depth)
    {
        switch (node)
        {
            case SsisLiteralNode { Value.Content: string text }:
                return [new(text, null, "")];
            case SsisCastNode { Type: { IsText: true }, Operand: SsisVariableNode cast }:
                return OfVariable(work, cast, expression, depth, isText: false);
            case SsisVariableNode variable:
                return OfVariable(work, variable, expression, depth, isText: true);
            default:
                throw FlowOpenException.MadeStatement(
                    "its statement is made by an expression that is more than texts and variables", expression);
        }
    }

    private static IEnumerable<StatementPiece> OfVariable(
        FlowWork work, SsisVariableNode node, string expression, int depth, bool isText)
    {
        var written = node.Space is { } space ? $"{space}::{node.Name}" : node.Name;
        var variable = work.Variables.Find(written);
        if (variable is { Type: SsisValueType.String } && isText)
        {
            if (variable is { Value: { Length: > 0 } value, Expression: null or "" }
                && work.Variables.IsFixed(variable))
            {
                return [new(value, null, "")];
            }

            if (variable.Expression is { Length: > 0 } inner)
            {
                return Pieces(work, inner, depth + 1);
            }
        }

        return work.Variables.NameOf(variable?.FullName ?? written) is { } name ? [new("", variable, name)]
            : throw FlowOpenException.MadeStatement("nothing here stands for a variable of its statement", expression);
    }
}
