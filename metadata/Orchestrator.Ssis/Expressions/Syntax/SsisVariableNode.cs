namespace Orchestrator.Ssis.Expressions.Syntax;

/// <summary>A variable or a parameter: `@[User::Name]`, `@[$Project::Name]`, `@Name`.</summary>
public sealed record SsisVariableNode(string? Space, string Name) : SsisNode;
