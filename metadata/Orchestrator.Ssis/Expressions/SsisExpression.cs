using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Evaluation;
using Orchestrator.Ssis.Expressions.Faults;
using Orchestrator.Ssis.Expressions.Syntax;

namespace Orchestrator.Ssis.Expressions;

/// <summary>
/// An expression of Integration Services: read from text, bound to names and their types, then evaluated for any
/// number of rows. Nothing here throws for what a text or a value holds; the outcome has the fault instead.
/// </summary>
public sealed class SsisExpression
{
    internal SsisExpression(string text, SsisNode root) => (Text, Root) = (text, root);

    public string Text { get; }

    public SsisNode Root { get; }

    public static SsisOutcome<SsisExpression> Parse(string text) =>
        SsisOutcome<SsisExpression>.Of(() => new SsisExpression(text, SsisParser.Parse(text)));

    /// <summary>The root and all that it is made of, in the order of the text.</summary>
    public IEnumerable<SsisNode> Nodes()
    {
        Stack<SsisNode> left = new([Root]);
        while (left.TryPop(out var node))
        {
            yield return node;
            foreach (var child in node.Children.Reverse())
            {
                left.Push(child);
            }
        }
    }

    /// <summary>As text that reads as the same tree, with no more parentheses than it needs.</summary>
    public static string Print(SsisNode node) => SsisPrinter.Print(node);

    /// <summary>With the names and types that it stands for.</summary>
    public SsisOutcome<SsisBoundExpression> Bind(SsisNames names) =>
        SsisOutcome<SsisBoundExpression>.Of(() => new SsisBoundExpression(
            Text, SsisConstantDivisors.Checked(SsisBinder.Bind(Root, names))));
}
