namespace Orchestrator.Report;

/// <summary>What a report is given beside the facts.</summary>
public sealed record ReportOptions
{
    /// <summary>The command that goes on from here; works as pasted.</summary>
    public required string NextCommand { get; init; }

    /// <summary>For each node the indices of those that its plan lets it wait for, groups among them.</summary>
    public required IReadOnlyList<IReadOnlyList<int>> Before { get; init; }

    /// <summary>Values of rejected rows, where somebody asked for them.</summary>
    public IReadOnlyList<RejectedValue> Rejected { get; init; } = [];

    /// <summary>When the report is written; a run without an end lasts until then.</summary>
    public required DateTimeOffset WrittenAt { get; init; }

    /// <summary>Version of the program that writes it.</summary>
    public required string Version { get; init; }

    /// <summary>Version of the ledger's schema.</summary>
    public required long LedgerVersion { get; init; }

    /// <summary>
    /// The gate that each text of the facts passes, as one line: takes out secrets and makes control characters
    /// visible.
    /// </summary>
    public required Func<string, string> Line { get; init; }

    /// <summary>The same gate for messages, which keep their line breaks.</summary>
    public required Func<string, string> Block { get; init; }
}
