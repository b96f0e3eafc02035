using Orchestrator.Compare.Values;
using Orchestrator.Data;

namespace Orchestrator.Compare;

/// <summary>One side of a comparison: rows that can be read, and read again.</summary>
public sealed record ComparedSide
{
    /// <summary>What it is, as people call it.</summary>
    public required string Name { get; init; }

    /// <summary>Opens all its rows; who reads them disposes of the reader.</summary>
    public required Func<CancellationToken, IRowReader> Open { get; init; }

    /// <summary>Opens the rows of some keys. Default: nobody can tell them apart before they are read.</summary>
    public RowsOfKeys OpenKeys { get; init; } = (_, _, _) => null;

    /// <summary>What is known of a column beside what its source declares.</summary>
    public Func<RowColumn, SideColumn> Describe { get; init; } = column => new SideColumn(column);

    /// <summary>The columns of its key as they are declared, or as its catalog has them; empty = it has none.</summary>
    public IReadOnlyList<string> Key { get; init; } = [];
}

/// <summary>Opens the rows of some keys, and maybe others; null = that cannot be done.</summary>
/// <param name="key">The columns of the key.</param>
/// <param name="keys">The texts of each key.</param>
/// <param name="cancellation">Stops it.</param>
public delegate IRowReader? RowsOfKeys(
    IReadOnlyList<RowColumn> key, IReadOnlyList<IReadOnlyList<string>> keys, CancellationToken cancellation);
