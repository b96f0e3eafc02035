using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Plans;

/// <summary>The skeleton of a class in C# that a person writes, because a component has no equal.</summary>
/// <param name="Name">The class's name.</param>
/// <param name="Text">The skeleton.</param>
/// <param name="Files">The original code, which nothing compiles or runs; empty where there is none.</param>
/// <param name="Reads">The columns that come, with their types in our words.</param>
/// <param name="Gives">The columns that go.</param>
/// <param name="Variables">The variables of the package that it names.</param>
public sealed record FlowPlugin(
    string Name, string Text, IReadOnlyList<ScriptFile> Files, IReadOnlyList<FlowPluginColumn> Reads,
    IReadOnlyList<FlowPluginColumn> Gives, IReadOnlyList<string> Variables);

/// <summary>A column of a class's rows.</summary>
/// <param name="Name">As the table has it.</param>
/// <param name="Member">As a member in C# is called.</param>
/// <param name="DataType">The type in our words.</param>
/// <param name="Type">The type in C#.</param>
public sealed record FlowPluginColumn(string Name, string Member, string DataType, string Type);
