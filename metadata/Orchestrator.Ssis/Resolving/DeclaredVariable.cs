using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Resolving;

/// <summary>A variable while it is found out who sets and who reads it.</summary>
internal sealed class DeclaredVariable(SsisVariable variable)
{
    public SsisVariable Variable { get; } = variable;

    public SortedSet<string> Writers { get; } = new(StringComparer.Ordinal);

    public SortedSet<string> Readers { get; } = new(StringComparer.Ordinal);

    public SortedSet<string> GivenBy { get; } = new(StringComparer.Ordinal);

    /// <summary>The variables that its expression names.</summary>
    public List<DeclaredVariable> Named { get; } = [];

    /// <summary>Whether its expression names something that changes while the package runs.</summary>
    public bool NamesWhatChanges { get; set; }

    public bool IsConstant { get; set; }

    public SsisVariable Resolved() => Variable with
    {
        Writers = [.. Writers],
        Readers = [.. Readers.Except(Writers)],
        GivenBy = [.. GivenBy],
        IsConstant = IsConstant,
    };
}
