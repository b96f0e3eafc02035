namespace Orchestrator.Ssis.Model;

/// <summary>Why something of a package has no equal here, and a person has to decide.</summary>
/// <param name="Code">One for each kind of reason.</param>
/// <param name="Reason">A sentence for a person.</param>
/// <param name="Text">What it is about, as the package says it: an expression, a statement, a property.</param>
/// <param name="Effort">One of "minutes", "an hour", "a day".</param>
public sealed record OpenReason(string Code, string Reason, string Text, string Effort);
