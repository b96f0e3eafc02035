namespace Orchestrator.Import.Ssis.Values;

/// <summary>The values that a part of a package sees: its own before those of what it stands in.</summary>
internal sealed class ValueScope(ValueScope? above)
{
    private readonly List<ImportedValue> _own = [];

    public IReadOnlyList<ImportedValue> Own => _own;

    public void Add(ImportedValue value) => _own.Add(value);

    /// <summary>Puts another value in the place of one of its own.</summary>
    public void Replace(ImportedValue value, ImportedValue other)
    {
        if (_own.FindIndex(each => ReferenceEquals(each, value)) is var at and >= 0)
        {
            _own[at] = other;
        }
    }

    /// <summary>The value that is meant; null = there is none.</summary>
    /// <param name="name">`User::Name`, or `Name` of any space.</param>
    public ImportedValue? Find(string name)
    {
        var meant = name.Trim();
        for (var scope = this; scope is not null; scope = scope.Above)
        {
            if ((scope._own.Find(each => each.FullName == meant) ?? scope._own.Find(each => each.Name == meant))
                is { } found)
            {
                return found;
            }
        }

        return null;
    }

    /// <summary>All that can be named, each name once.</summary>
    public IEnumerable<ImportedValue> All()
    {
        var seen = new HashSet<string>(StringComparer.Ordinal);
        for (var scope = this; scope is not null; scope = scope.Above)
        {
            foreach (var value in scope._own.Where(each => seen.Add(each.FullName)))
            {
                yield return value;
            }
        }
    }

    private ValueScope? Above { get; } = above;
}
