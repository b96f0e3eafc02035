using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Ledger;

namespace Orchestrator.Runner.Tests.Report;

/// <summary>What one attempt of a package does in a night of the tests.</summary>
internal sealed record Work
{
    public required TimeSpan Takes { get; init; }

    /// <summary>How much of that it is held up, at its beginning.</summary>
    public TimeSpan Held { get; init; }

    public WaitReason Reason { get; init; } = WaitReason.WriterTurn;

    public PackageError? Error { get; init; }

    public RowCounts Rows { get; init; }

    public IReadOnlyList<string> Warnings { get; init; } = [];

    public AttemptResult Result(int node, int attempt) => new()
    {
        Node = node,
        Attempt = attempt,
        Work = new() { Counts = Rows, LoadPath = "row batches", BytesRead = Rows.Read * 20 },
        Thread = "Thread-1",
        Error = Error,
        Warnings = Warnings,
    };

    public static PackageError ErrorOf(string message, ErrorClass @class = ErrorClass.Data) => new()
    {
        Code = "ORC3001",
        Class = @class,
        Phase = "guard",
        Message = message,
        Connection = "Staging",
    };
}
