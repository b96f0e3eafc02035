using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Binding;

/// <summary>
/// A column or a variable that an expression may name. The space is the component of a column; of a variable its
/// namespace, `User`, `System`, `$Package` or `$Project`.
/// </summary>
public sealed record SsisSymbol(SsisSymbolKind Kind, string Space, string Name, SsisType Type)
{
    /// <summary>The number or the path of a column in its package, by which `#147` names it.</summary>
    public string? Lineage { get; init; }

    public static SsisSymbol Column(string name, SsisType type, string component = "") =>
        new(SsisSymbolKind.Column, component, name, type);

    public static SsisSymbol Variable(string name, SsisType type, string space = "User") =>
        new(SsisSymbolKind.Variable, space, name, type);
}
