namespace Orchestrator.Core.Expressions;

/// <summary>A text is no expression, or its kinds do not go together.</summary>
public sealed class ExpressionException(string message, int place) : Exception(message)
{
    /// <summary>Where in the text, from 0.</summary>
    public int Place { get; } = place;
}
