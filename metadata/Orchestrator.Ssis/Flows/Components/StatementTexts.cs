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

<<<<<<< HEAD
=======
    // The piece in which the quote is closed: what stands between is one value, however many pieces that has.
    private static int Close(string text, List<StatementPiece> pieces, int at, string expression)
    {
        var open = text.LastIndexOf('\'');
        var end = pieces.FindIndex(at, each => each.Text.Contains('\'', StringComparison.Ordinal));
        var close = end < 0 ? -1 : pieces[end].Text.IndexOf('\'', StringComparison.Ordinal);
        return end >= 0 && (open == 0 || text[open - 1] != '\'')
            && !pieces[end].Text[(close + 1)..].StartsWith('\'') ? end : throw NoValue(pieces[at], expression);
    }

    private static string Quoted(
        FlowWork work, string text, List<StatementPiece> pieces, (int First, int End) value, string expression)
    {
        var (open, last) = (text.LastIndexOf('\''), pieces[value.End].Text);
        var close = last.IndexOf('\'', StringComparison.Ordinal);
        var (first, rest) = (pieces[value.First], last[(close + 1)..]);
        StatementPiece[] parts =
        [
            .. new[] { new StatementPiece(text[(open + 1)..]) }
                .Concat(pieces.GetRange(value.First, value.End - value.First))
                .Append(new StatementPiece(last[..close]))
                .Where(each => each.Value is not null || each.Text.Length > 0),
        ];
        var made = parts is [{ Name.Length: > 0 }] ? "@" + first.Name
            : work.Variables.Reckoned(string.Join(" + ", parts.Select(Written)), isNumber: false)
                ?? throw NoValue(first, expression);
        pieces[value.End] = new StatementPiece(rest is [var next, ..] && IsOfName(next) ? " " + rest : rest);
        var before = text[..open];
        return (IsWide(before) ? before[..^1] : before) + made;
    }

    // As an expression says it.
    private static string Written(StatementPiece piece) =>
        piece.Value is { } value ? $"({SsisExpression.Print(value)})" : $"\"{Escaped(piece.Text)}\"";

    private static string Escaped(string text) => text.Replace("\\", @"\\", StringComparison.Ordinal)
        .Replace("\"", "\\\"", StringComparison.Ordinal).Replace("\r", "\\r", StringComparison.Ordinal)
        .Replace("\n", "\\n", StringComparison.Ordinal).Replace("\t", "\\t", StringComparison.Ordinal);

    private static string Bare(
        FlowWork work, string text, List<StatementPiece> pieces, int at, string expression)
    {
        var piece = pieces[at];
        var next = at + 1 < pieces.Count ? pieces[at + 1] : new StatementPiece("");
        if (piece.Name.Length > 0 && text.EndsWith('[') && next.Text.StartsWith(']'))
        {
            pieces[at + 1] = next with { Text = next.Text[1..] };
            return text[..^1] + $"${{name:{piece.Name}}}";
        }

        // What makes a longer name with what stands beside it is no number.
        if (next.Value is not null || (text is [.., var last] && IsOfName(last))
            || (next.Text is [var first, ..] && IsOfName(first)))
        {
            throw NoValue(piece, expression);
        }

        var made = piece switch
        {
            { Name.Length: > 0, Variable: { } variable } => IsNumber(variable.Type) ? "@" + piece.Name : null,
            { Value: SsisCastNode { Type.IsText: true, Operand: var number } } =>
                work.Variables.Reckoned(SsisExpression.Print(number), isNumber: true),
            _ => null,
        };
        return text + (made ?? throw NoValue(piece, expression));
    }

    private static bool IsOfName(char c) => char.IsLetterOrDigit(c) || c is '_' or '@' or '#' or '$';

    private static FlowOpenException NoValue(StatementPiece piece, string expression) =>
        FlowOpenException.MadeStatement(piece.Name.Length > 0
            ? $"the variable {piece.Name} makes a part of the statement that is no value"
            : "its statement is made by an expression that is more than texts and values", expression);

    // The N of N'…'.
    private static bool IsWide(string before) => before is [.., 'N' or 'n']
        && (before.Length == 1 || !(char.IsLetterOrDigit(before[^2]) || before[^2] == '_'));

    private static bool IsNumber(SsisValueType type) => FlowColumnTypes.Of(type) is { IsNumber: true };

>>>>>>> 63ee5b30 (A plain comparison of a character)
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
