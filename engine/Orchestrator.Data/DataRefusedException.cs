namespace Orchestrator.Data;

/// <summary>
/// Data that the load must not go on with: a file that is not what its format says, or a value that the guard refuses
/// under the policy fail. The message names file, row, column and (unless sensitive) the value, and what to do.
/// </summary>
public sealed class DataRefusedException(string code, string message, Exception? cause = null)
    : Exception(message, cause)
{
    /// <summary>ORC3xxx.</summary>
    public string Code { get; } = code;

    /// <summary>The file; empty where there is none.</summary>
    public string File { get; init; } = "";

    /// <summary>Number of the row in the file or query, from 1; 0 = unknown.</summary>
    public long Row { get; init; }

    /// <summary>Line in the file, from 1; 0 = unknown.</summary>
    public long Line { get; init; }

    /// <summary>The column; empty where it is none's fault.</summary>
    public string Column { get; init; } = "";

    /// <summary>
    /// Rows of the batch at hand that were refused, the one that failed included; they belong into the error table
    /// although the load fails.
    /// </summary>
    public IReadOnlyList<RejectedRow> Rejected { get; init; } = [];

    /// <summary>Rows of the batch at hand that had been read.</summary>
    public long RowsRead { get; init; }
}
