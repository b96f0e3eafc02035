namespace Orchestrator.Core.Expressions;

/// <summary>What an expression reads, compared for being equal or not with a text that is written there.</summary>
/// <param name="Reference">What is read.</param>
/// <param name="Text">The text without its quotes.</param>
/// <param name="Place">Where in the expression the text stands with its quotes, from 0.</param>
public sealed record ComparedText(ExpressionReference Reference, string Text, int Place);
