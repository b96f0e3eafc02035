using System.Collections.Frozen;

namespace Orchestrator.Packages.Sql;

/// <summary>What statements or a procedure gave back, as text, invariant; null = NULL.</summary>
internal sealed record Returned
{
    /// <summary>Rows that were changed.</summary>
    public long Changed { get; init; }

    /// <summary>The return code of the procedure; null = there is none.</summary>
    public int? ReturnCode { get; init; }

    /// <summary>The outputs of the procedure by name.</summary>
    public IReadOnlyList<(string Name, string? Value)> Outputs { get; init; } = [];

    /// <summary>Names of the columns of the result; empty where nothing was read.</summary>
    public IReadOnlyList<string> Columns { get; init; } = [];

    /// <summary>Its rows, or the first of them.</summary>
    public IReadOnlyList<IReadOnlyList<string?>> Rows { get; init; } = [];

    /// <summary>Which cells of these rows hold bytes that are no text, so that theirs is not what is there.</summary>
    public IReadOnlySet<(int Row, int Column)> NoTexts { get; init; } = FrozenSet<(int, int)>.Empty;

    /// <summary>How many rows it has.</summary>
    public long Count { get; init; }
}
