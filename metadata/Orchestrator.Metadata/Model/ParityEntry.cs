using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Model;

/// <summary>Two tables, files or queries that shall hold the same once both nights have run.</summary>
public sealed record ParityEntry
{
    /// <summary>What the old night writes, as <see cref="DataPlace"/> reads it.</summary>
    public string Old { get; init; } = "";

    /// <summary>What the new night writes.</summary>
    public string New { get; init; } = "";

    /// <summary>The columns that tell rows apart; empty = those that are declared, or the catalog's.</summary>
    public IReadOnlyList<string> Key { get; init; } = [];

    /// <summary>The columns that are compared; empty = all.</summary>
    public IReadOnlyList<string> Columns { get; init; } = [];

    /// <summary>Columns that are not compared.</summary>
    public IReadOnlyList<string> Exclude { get; init; } = [];

    /// <summary>Format of what is a file; null = the one that is called as its ending, else csv.</summary>
    public string? Format { get; init; }

    /// <summary>What is no difference.</summary>
    public DataRules Allow { get; init; } = new();

    /// <summary>Where it was declared.</summary>
    public Origin At { get; init; }
}
