using Orchestrator.Ssis.Expressions.Syntax;

namespace Orchestrator.Ssis.Expressions.Binding;

/// <summary>
/// The columns and variables that an expression may name. Variables are told apart by case; a column is found without
/// it where only one is meant.
/// </summary>
public sealed class SsisNames(IEnumerable<SsisSymbol> symbols)
{
    // A name without its namespace is looked for in these first.
    private static readonly string[] Spaces = ["User", "System"];

    private readonly List<SsisSymbol> _columns =
        [.. symbols.Where(symbol => symbol.Kind == SsisSymbolKind.Column)];

    private readonly ILookup<string, SsisSymbol> _variables = symbols
        .Where(symbol => symbol.Kind == SsisSymbolKind.Variable)
        .ToLookup(symbol => symbol.Name, StringComparer.Ordinal);

    public static readonly SsisNames None = new([]);

    /// <summary>The columns that are meant; the name means nothing unless it is one.</summary>
    internal List<SsisSymbol> Find(SsisColumnNode node)
    {
        var exact = Columns(node, StringComparison.Ordinal);
        return exact.Count > 0 ? exact : Columns(node, StringComparison.OrdinalIgnoreCase);
    }

    internal SsisSymbol? Find(SsisLineageNode node) =>
        _columns.FirstOrDefault(column => column.Lineage == node.Id);

    internal SsisSymbol? Find(SsisVariableNode node)
    {
        var named = _variables[node.Name];
        return node.Space is { } space
            ? named.FirstOrDefault(variable => variable.Space == space)
            : named.OrderBy(variable => Rank(variable.Space)).FirstOrDefault();
    }

    private static int Rank(string space) =>
        Array.IndexOf(Spaces, space) is var rank && rank >= 0 ? rank : Spaces.Length;

    private List<SsisSymbol> Columns(SsisColumnNode node, StringComparison comparison) =>
    [
        .. _columns.Where(column => column.Name.Equals(node.Name, comparison)
            && (node.Component is null || column.Space.Equals(node.Component, comparison))),
    ];
}
