namespace Orchestrator.Ssis.Scripts.Code;

/// <summary>A field of a class, or a parameter of a method.</summary>
/// <param name="Type">Its type, without the spaces before it.</param>
/// <param name="Name">What it is called.</param>
/// <param name="Value">What it begins with; null = that is not said.</param>
internal sealed record CSharpField(string Type, string Name, CSharpNode? Value);
