using Orchestrator.Data;
using Orchestrator.Engine;
using Orchestrator.Engine.Durability;

namespace Orchestrator.Ledger;

/// <summary>Rows of the ledger as records; the columns stand in the order of the select statements.</summary>
internal static class LedgerRows
{
    private const int AttemptColumns = 23;

    public static List<T> All<T>(Statement statement, Func<Statement, T> read)
    {
        List<T> rows = [];
        try
        {
            while (statement.Step())
            {
                rows.Add(read(statement));
            }
        }
        finally
        {
            statement.Reset();
        }

        return rows;
    }

    public static T? Single<T>(Statement statement, Func<Statement, T> read)
    {
        try
        {
            return statement.Step() ? read(statement) : default;
        }
        finally
        {
            statement.Reset();
        }
    }

    public static RunRecord Run(Statement row) => new()
    {
        Number = row.Number(0),
        Id = Guid.Parse(row.Text(1)),
        Solution = row.Text(2),
        Batch = row.Text(3),
        Environment = row.Text(4),
        PlanHash = row.Text(5),
        Continues = row.NumberOrNull(6),
        GateSlots = (int)row.Number(7),
        Processors = (int)row.Number(8),
        GitCommit = row.Text(9),
        Version = row.Text(10),
        Origin = new RunOrigin(row.Text(11), row.Text(12), (int)row.Number(13), row.Text(14)),
        Started = Instant.At(row.Number(15)),
        Ended = Instant.AtOrNull(row.NumberOrNull(16)),
        Verdict = row.IsNull(17) ? null : Words<RunVerdict>.Parse(row.Text(17)),
    };

    public static RunOption Option(Statement row) => new(row.Text(0), row.Text(1), row.Text(2));

    public static AttemptRecord Attempt(Statement row) => new()
    {
        Id = row.Number(0),
        Run = row.Number(1),
        Node = (int)row.Number(2),
        Number = (int)row.Number(3),
        State = Words<NodeState>.Parse(row.Text(4)),
        Started = Instant.At(row.Number(5)),
        Ended = Instant.AtOrNull(row.NumberOrNull(6)),
        Queued = Instant.Duration(row.Number(7)),
        Waiting = Instant.Duration(row.Number(8)),
        Working = Instant.Duration(row.Number(9)),
        LoadPath = row.Text(10),
        BytesRead = row.Number(11),
        Counts = new RowCounts(row.Number(12), row.Number(13), row.Number(14), row.Number(15), row.Number(16),
            row.Number(17), row.Number(18), row.Number(19))
        {
            Closed = row.Number(22),
        },
        Thread = row.Text(20),
        Scope = row.NumberOrNull(21),
    };

    public static LastLoad LastLoad(Statement row) =>
        new(row.Text(AttemptColumns), row.IsNull(0) ? null : Attempt(row));

    public static RejectingAttempt Rejecting(Statement row) => new(row.Text(AttemptColumns), Attempt(row));

    public static NodeRecord Node(Statement row) => new()
    {
        Node = (int)row.Number(AttemptColumns),
        Kind = Words<NodeKind>.Parse(row.Text(AttemptColumns + 1)),
        Name = row.Text(AttemptColumns + 2),
        Parent = (int)row.Number(AttemptColumns + 3),
        PackageKind = row.Text(AttemptColumns + 4),
        Hash = row.Text(AttemptColumns + 5),
        State = Words<NodeState>.Parse(row.Text(AttemptColumns + 6)),
        Since = Instant.At(row.Number(AttemptColumns + 7)),
        Why = row.Text(AttemptColumns + 8),
        Reason = row.IsNull(AttemptColumns + 9) ? null : Words<WaitReason>.Parse(row.Text(AttemptColumns + 9)),
        ReasonObject = row.Text(AttemptColumns + 10),
        ReasonSince = Instant.AtOrNull(row.NumberOrNull(AttemptColumns + 11)),
        Purpose = Words<PackagePurpose>.Parse(row.Text(AttemptColumns + 12)),
        Last = row.IsNull(0) ? null : Attempt(row),
    };

    public static TransitionRecord Transition(Statement row) => new(
        row.Number(0), row.Number(1), (int)row.Number(2), (int)row.Number(3), Words<NodeState>.Parse(row.Text(4)),
        Words<NodeState>.Parse(row.Text(5)), row.Text(6), row.Text(7), Instant.At(row.Number(8)));

    public static WaitRecord Wait(Statement row) => new(
        (int)row.Number(0), row.Number(1), Words<WaitReason>.Parse(row.Text(2)), Instant.Duration(row.Number(3)));

    public static ErrorRecord Error(Statement row) => new(
        (int)row.Number(0), row.Number(1), (int)row.Number(2), new PackageError
        {
            Code = row.Text(3),
            Class = Words<ErrorClass>.Parse(row.Text(4)),
            Phase = row.Text(5),
            Message = row.Text(6),
            Connection = row.Text(7),
            Script = row.Text(8),
            Line = row.Number(9),
            ServerCode = row.Text(10),
        });

    public static WatermarkRecord Watermark(Statement row) => new()
    {
        Environment = row.Text(0),
        Node = row.Text(1),
        Watermark = row.Text(2),
        DataType = row.Text(3),
        Value = row.IsNull(4) ? null : row.Text(4),
        Attempt = row.NumberOrNull(5),
        Why = row.Text(6),
        Who = row.Text(7),
        At = Instant.At(row.Number(8)),
        Change = row.Number(9),
    };

    public static ScopeRecord Scope(Statement row) => new()
    {
        Number = row.Number(0),
        Run = row.Number(1),
        Token = row.Number(2),
        Connection = row.Text(3),
        Platform = row.Text(4),
        Server = row.Text(5),
        Database = row.Text(6),
        Kind = row.Text(7),
        Found = row.Text(8),
        Set = row.Text(9),
        Owner = row.Text(10),
        State = Words<ScopeState>.Parse(row.Text(11)),
        Opened = Instant.At(row.Number(12)),
        Changed = Instant.AtOrNull(row.NumberOrNull(13)),
        Hardened = Instant.AtOrNull(row.NumberOrNull(14)),
        Closed = Instant.AtOrNull(row.NumberOrNull(15)),
        Why = row.Text(16),
    };

    public static AttemptNotHardened NotHardened(Statement row) =>
        new(row.Number(0), row.Number(1), (int)row.Number(2), (int)row.Number(3), row.Text(4));

    public static FileRecord File(Statement row) => new()
    {
        Number = row.Number(0),
        Attempt = row.Number(1),
        Environment = row.Text(2),
        Node = row.Text(3),
        File = new ReadFile
        {
            Connection = row.Text(4),
            Name = row.Text(5),
            Size = row.Number(6),
            Written = Instant.At(row.Number(7)),
            Hash = row.Text(8),
            Outcome = Words<FileOutcome>.Parse(row.Text(9)),
            Move = row.Text(10).Length == 0 ? FileMove.None : Words<FileMove>.Parse(row.Text(10)),
        },
        MovedTo = row.Text(11),
        Begun = Instant.At(row.Number(12)),
    };

    public static WarningRecord Warning(Statement row) => new((int)row.Number(0), row.Number(1), row.Text(2));
}
