namespace Orchestrator.Core.Expressions;

/// <summary>
/// Why a well-formed expression has no value with these values in it: it divides by zero, or comes to a date that there
/// is not.
/// </summary>
/// <param name="Message">What is wrong, as the end of a sentence.</param>
/// <param name="Place">Where in its text, from 0.</param>
public sealed record ExpressionFault(string Message, int Place);
