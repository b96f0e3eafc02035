namespace Orchestrator.Ssis.Scripts.Code;

/// <summary>The class of a script.</summary>
/// <param name="Main">The statements of the method that it begins with.</param>
/// <param name="Members">What else it has.</param>
internal sealed record CSharpClass(CSharpNode Main, CSharpMembers Members);
