namespace Orchestrator.Core.Expressions;

/// <summary>A function of an expression; one of its name for each list of kinds that it takes.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Takes">The kinds of its arguments.</param>
/// <param name="Gives">The kind of its value.</param>
/// <param name="Apply">Its value, or an <see cref="ExpressionFault"/>, of arguments that are all known.</param>
internal sealed record ExpressionFunction(
    string Name, IReadOnlyList<ExpressionKind> Takes, ExpressionKind Gives, Func<object[], object> Apply)
{
    /// <summary>Why there is no value; whoever calls knows the place.</summary>
    public static ExpressionFault Fault(string message) => new(message, 0);
}
