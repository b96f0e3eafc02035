namespace Orchestrator.Ssis.Scripts;

/// <summary>A variable that a script sets.</summary>
/// <param name="Variable">Its full name, or the name that the script has for it.</param>
/// <param name="Expression">What it is set to, over the variables as they are when the script begins; null = that has
/// no equal.</param>
/// <param name="Why">Why it has none.</param>
internal sealed record ScriptSet(string Variable, string? Expression, string Why);
