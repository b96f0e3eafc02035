using System.Collections.ObjectModel;
using Orchestrator.Core;
using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Selection;

/// <summary>What `-s` and `--exclude` said, one text per occurrence.</summary>
public sealed record SelectionRequest
{
    /// <summary>What shall run; empty = everything.</summary>
    public IReadOnlyList<string> Select { get; init; } = [];

    /// <summary>What shall not; taken away last.</summary>
    public IReadOnlyList<string> Exclude { get; init; } = [];

    /// <summary>`--from`: only these nodes and all behind them along the data; empty = from the beginning.</summary>
    public IReadOnlyList<string> From { get; init; } = [];

    /// <summary>`--to`: only these nodes and all that they need; empty = to the end.</summary>
    public IReadOnlyList<string> To { get; init; } = [];

    /// <summary>Whether nothing was asked for, so that the whole plan is meant.</summary>
    public bool IsEmpty => Select.Count == 0 && Exclude.Count == 0 && From.Count == 0 && To.Count == 0;
}

/// <summary>Answers to what the metadata alone cannot tell; asked only when an expression needs them.</summary>
public sealed record SelectionSources
{
    /// <summary>
    /// `changed:GITREF`: the files that differ from that commit, in the index or on disk, as paths below the solution
    /// with `/`.
    /// </summary>
    public required Func<string, SelectionAnswer> ChangedSince { get; init; }

    /// <summary>`result:STATE@RUN`: the names of the packages that ended a run (482, latest, latest~1) like this.
    /// </summary>
    public required Func<NodeState, string, SelectionAnswer> ResultsOf { get; init; }
}

/// <summary>An answer, or why there is none ("there is no run 482 in this ledger").</summary>
public sealed record SelectionAnswer(IReadOnlyCollection<string> Values, string? Error = null);

/// <summary>What was selected.</summary>
public sealed record SelectionResult
{
    /// <summary>Indices of the packages in the plan, in order; null where a diagnostic is an error. What is not among
    /// them counts as satisfied.</summary>
    public IReadOnlyList<int>? Packages { get; init; }

    /// <summary>
    /// Of selected packages in loops whose turns only the run finds out: the keys of the turns that are meant. Of those
    /// that are not here all turns are.
    /// </summary>
    public IReadOnlyDictionary<int, IReadOnlyList<string>> Turns { get; init; } =
        ReadOnlyDictionary<int, IReadOnlyList<string>>.Empty;

    /// <summary>Mistakes in the expressions; their place is the option and the column in its text.</summary>
    public required IReadOnlyList<Diagnostic> Diagnostics { get; init; }
}
