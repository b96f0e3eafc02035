namespace Orchestrator.Compare;

/// <summary>Which columns are compared. A name means the column that is called just so; where none is, those that are
/// called so in another case.</summary>
internal sealed class ChosenColumns
{
    private readonly HashSet<string> _known;
    private readonly ComparisonOptions _options;

    /// <summary>Those of two sides.</summary>
    /// <param name="options">What is named.</param>
    /// <param name="known">The columns of both sides.</param>
    public ChosenColumns(ComparisonOptions options, IEnumerable<string> known) =>
        (_options, _known) = (options, known.ToHashSet(StringComparer.Ordinal));

    /// <summary>Whether a column is compared.</summary>
    /// <param name="names">What it is called on each side that has it.</param>
    public bool Has(params string[] names) =>
        (_options.Columns.Count == 0 || IsMeant(_options.Columns, names)) && !LeavesOut(names);

    /// <summary>Whether somebody leaves a column out.</summary>
    /// <param name="names">What it is called on each side that has it.</param>
    public bool LeavesOut(params string[] names) => IsMeant(_options.Exclude, names);

    private bool IsMeant(IEnumerable<string> named, string[] names) => named.Any(name => names.Contains(name)
        || (!_known.Contains(name) && names.Contains(name, StringComparer.OrdinalIgnoreCase)));
}
