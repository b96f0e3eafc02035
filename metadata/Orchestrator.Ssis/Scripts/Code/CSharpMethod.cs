namespace Orchestrator.Ssis.Scripts.Code;

/// <summary>A method that a class has besides the one that it begins with.</summary>
/// <param name="Type">What it gives back; `void` = nothing.</param>
/// <param name="Name">What it is called.</param>
/// <param name="Parameters">What it is given.</param>
/// <param name="At">The place of the brace that its body begins with.</param>
internal sealed record CSharpMethod(string Type, string Name, IReadOnlyList<CSharpField> Parameters, int At)
{
    public const string Nothing = "void";
}
