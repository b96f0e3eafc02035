using System.Text;

namespace Orchestrator.Ssis.Expressions.Syntax;

/// <summary>Writes a tree as text.</summary>
internal static class SsisPrinter
{
    public static string Print(SsisNode node)
    {
        StringBuilder text = new();
        Write(text, node, SsisOperators.Conditional);
        return text.ToString();
    }

    private static void Write(StringBuilder text, SsisNode node, int levelMin)
    {
        var isOpen = LevelOf(node) < levelMin;
        text.Append(isOpen ? "(" : "");
        Write(text, node);
        text.Append(isOpen ? ")" : "");
    }

    private static void Write(StringBuilder text, SsisNode node)
    {
        switch (node)
        {
            case SsisConditionalNode conditional:
                Write(text, conditional.Condition, SsisOperators.Conditional + 1);
                Write(text.Append(" ? "), conditional.Then, SsisOperators.Conditional);
                Write(text.Append(" : "), conditional.Else, SsisOperators.Conditional);
                break;
            case SsisBinaryNode binary:
                var level = SsisOperators.LevelOf(binary.Operator);
                Write(text, binary.Left, level);
                Write(text.Append($" {SsisOperators.SignOf(binary.Operator)} "), binary.Right, level + 1);
                break;
            case SsisUnaryNode unary:
                Write(text.Append(SsisOperators.SignOf(unary.Operator)), unary.Operand, SsisOperators.Unary);
                break;
            case SsisCastNode cast:
                Write(text.Append($"({cast.Type})"), cast.Operand, SsisOperators.Unary);
                break;
            case SsisCallNode call:
                Call(text, call);
                break;
            default:
                text.Append(Leaf(node));
                break;
        }
    }

    private static void Call(StringBuilder text, SsisCallNode call)
    {
        text.Append(call.Function.All(char.IsAsciiLetter) ? call.Function : $"[{call.Function}]").Append('(');
        foreach (var (index, argument) in call.Arguments.Index())
        {
            Write(text.Append(index == 0 ? "" : ","), argument, SsisOperators.Conditional);
        }

        text.Append(')');
    }

    private static string Leaf(SsisNode node) => node switch
    {
        SsisLiteralNode { Value: { IsNull: true } value } => $"NULL({value.Type})",
        SsisLiteralNode { Value: { Content: bool value } } => value ? "TRUE" : "FALSE",
        SsisLiteralNode { Value: { Content: string value } } => SsisStringLiteral.Write(value),
        SsisLiteralNode literal => SsisNumberLiteral.Write(literal.Value),
        SsisColumnNode { Component: { } component } column => $"[{component}].[{column.Name}]",
        SsisColumnNode column => $"[{column.Name}]",
        SsisVariableNode { Space: { } space } variable => $"@[{space}::{variable.Name}]",
        SsisVariableNode variable => $"@[{variable.Name}]",
        SsisLineageNode { Id: var id } => id.All(char.IsAsciiDigit) ? $"#{id}" : $"#{{{id}}}",
        _ => "",
    };

    private static int LevelOf(SsisNode node) => node switch
    {
        SsisConditionalNode => SsisOperators.Conditional,
        SsisBinaryNode binary => SsisOperators.LevelOf(binary.Operator),
        _ => SsisOperators.Unary,
    };
}
