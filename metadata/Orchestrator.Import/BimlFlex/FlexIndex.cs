namespace Orchestrator.Import.BimlFlex;

/// <summary>Rows by all that they are called: by their numbers, their names and their names in full.</summary>
internal sealed class FlexIndex
{
    private readonly Dictionary<string, FlexRow?> _rows = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>Adds what a row is called. A name that two rows have means neither of them.</summary>
    public void Add(FlexRow row, params IEnumerable<string> names)
    {
        foreach (var name in names.Select(Bare).Where(name => name.Length > 0).Distinct())
        {
            _rows[name] = _rows.TryGetValue(name, out var other) && other != row ? null : row;
        }
    }

    /// <summary>The row that is called so; null where none or several are.</summary>
    public FlexRow? Find(string name) => name.Length == 0 ? null : _rows.GetValueOrDefault(Bare(name));

    // [SalesLT].[Product] is SalesLT.Product.
    private static string Bare(string name) => name.Trim().Replace("[", "", StringComparison.Ordinal)
        .Replace("]", "", StringComparison.Ordinal).Trim('.');
}
