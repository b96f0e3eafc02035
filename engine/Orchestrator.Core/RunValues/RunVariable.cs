namespace Orchestrator.Core.RunValues;

/// <summary>A variable that has no value before the run: packages of the run set it.</summary>
/// <param name="Name">Its name, as it is declared.</param>
/// <param name="Type">What its values are.</param>
/// <param name="IsSensitive">Whether no text shows them.</param>
public sealed record RunVariable(string Name, RunValueType Type, bool IsSensitive = false);
