using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Scripts;

/// <summary>A variable or parameter that a script names.</summary>
/// <param name="FullName">With its space.</param>
/// <param name="Type">Its type.</param>
/// <param name="IsReckoned">Whether an expression says its value, each time that it is read.</param>
internal sealed record ScriptVariable(string FullName, SsisValueType Type, bool IsReckoned)
{
    /// <summary>What it always has when the script begins, as an expression; null = what others have set.</summary>
    public string? Begins { get; init; }
}
