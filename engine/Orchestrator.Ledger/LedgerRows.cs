using Orchestrator.Core;
using Orchestrator.Core.Durability;
using Orchestrator.Ledger.Columns;

namespace Orchestrator.Ledger;

/// <summary>
/// Rows of the ledger as records. Those with many columns have a list of them, which statements select; the others
/// stand in the order of the select statements.
/// </summary>
internal static class LedgerRows
{
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
        Number = row.Number(RunColumns.Run),
        Id = Guid.Parse(row.Text(RunColumns.Id)),
        Solution = row.Text(RunColumns.Solution),
        Batch = row.Text(RunColumns.Batch),
        Environment = row.Text(RunColumns.Environment),
        PlanHash = row.Text(RunColumns.PlanHash),
        Continues = row.NumberOrNull(RunColumns.Continues),
        GateSlots = (int)row.Number(RunColumns.GateSlots),
        Processors = (int)row.Number(RunColumns.Processors),
        GitCommit = row.Text(RunColumns.GitCommit),
        Version = row.Text(RunColumns.Version),
        Origin = new RunOrigin(row.Text(RunColumns.Host), row.Text(RunColumns.UserName),
            (int)row.Number(RunColumns.ProcessId), row.Text(RunColumns.BootId)),
        Started = Instant.At(row.Number(RunColumns.StartedAt)),
        Ended = Instant.AtOrNull(row.NumberOrNull(RunColumns.EndedAt)),
        Verdict = row.IsNull(RunColumns.Verdict) ? null : EnumWords<RunVerdict>.Parse(row.Text(RunColumns.Verdict)),
    };

    public static RunOption Option(Statement row) => new(row.Text(0), row.Text(1), row.Text(2));

    public static AttemptRecord Attempt(Statement row) => new()
    {
        Id = row.Number(AttemptColumns.Attempt),
        Run = row.Number(AttemptColumns.Run),
        Node = (int)row.Number(AttemptColumns.Node),
        Number = (int)row.Number(AttemptColumns.Number),
        State = EnumWords<NodeState>.Parse(row.Text(AttemptColumns.State)),
        Started = Instant.At(row.Number(AttemptColumns.StartedAt)),
        Ended = Instant.AtOrNull(row.NumberOrNull(AttemptColumns.EndedAt)),
        Queued = Instant.Duration(row.Number(AttemptColumns.Queued)),
        Waiting = Instant.Duration(row.Number(AttemptColumns.Waiting)),
        Working = Instant.Duration(row.Number(AttemptColumns.Working)),
        Work = AttemptColumns.Work(row),
        Thread = row.Text(AttemptColumns.Thread),
        Scope = row.NumberOrNull(AttemptColumns.Scope),
    };

    public static LastLoad LastLoad(Statement row) =>
        new(row.Text(AttemptColumns.All.Behind), row.IsNull(AttemptColumns.Attempt) ? null : Attempt(row));

    public static RejectingAttempt Rejecting(Statement row) => new(row.Text(AttemptColumns.All.Behind), Attempt(row));

    public static NodeRecord Node(Statement row) => new()
    {
        Node = (int)row.Number(NodeColumns.Node),
        Kind = EnumWords<NodeKind>.Parse(row.Text(NodeColumns.Kind)),
        Name = row.Text(NodeColumns.Name),
        Parent = (int)row.Number(NodeColumns.Parent),
        PackageKind = row.Text(NodeColumns.PackageKind),
        Hash = row.Text(NodeColumns.Hash),
        State = EnumWords<NodeState>.Parse(row.Text(NodeColumns.State)),
        Since = Instant.At(row.Number(NodeColumns.Since)),
        Why = row.Text(NodeColumns.Why),
        Reason = row.IsNull(NodeColumns.Reason) ? null : EnumWords<WaitReason>.Parse(row.Text(NodeColumns.Reason)),
        ReasonObject = row.Text(NodeColumns.ReasonObject),
        ReasonSince = Instant.AtOrNull(row.NumberOrNull(NodeColumns.ReasonSince)),
        Purpose = EnumWords<PackagePurpose>.Parse(row.Text(NodeColumns.Purpose)),
        Template = (int)row.Number(NodeColumns.Template),
        IsTemplate = row.Number(NodeColumns.IsTemplate) != 0,
        Last = row.IsNull(AttemptColumns.Attempt) ? null : Attempt(row),
    };

    public static TransitionRecord Transition(Statement row) => new(
        row.Number(TransitionColumns.Sequence),
        row.Number(TransitionColumns.Run),
        (int)row.Number(TransitionColumns.Node),
        (int)row.Number(TransitionColumns.Attempt),
        EnumWords<NodeState>.Parse(row.Text(TransitionColumns.FromState)),
        EnumWords<NodeState>.Parse(row.Text(TransitionColumns.ToState)),
        row.Text(TransitionColumns.Why),
        row.Text(TransitionColumns.Who),
        Instant.At(row.Number(TransitionColumns.At)));

    public static WaitRecord Wait(Statement row) => new(
        (int)row.Number(0), row.Number(1), EnumWords<WaitReason>.Parse(row.Text(2)), Instant.Duration(row.Number(3)));

    public static ErrorRecord Error(Statement row) => new(
        (int)row.Number(ErrorColumns.All.Behind), row.Number(ErrorColumns.Attempt),
        (int)row.Number(ErrorColumns.All.Behind + 1), new PackageError
        {
            Code = row.Text(ErrorColumns.Code),
            Class = EnumWords<ErrorClass>.Parse(row.Text(ErrorColumns.Class)),
            Phase = row.Text(ErrorColumns.Phase),
            Message = row.Text(ErrorColumns.Message),
            Connection = row.Text(ErrorColumns.Connection),
            Script = row.Text(ErrorColumns.Script),
            Line = row.Number(ErrorColumns.Line),
            ServerCode = row.Text(ErrorColumns.ServerCode),
        });

    public static WatermarkRecord Watermark(Statement row) => new()
    {
        Environment = row.Text(WatermarkColumns.Environment),
        Node = row.Text(WatermarkColumns.Node),
        Watermark = row.Text(WatermarkColumns.Watermark),
        DataType = row.Text(WatermarkColumns.DataType),
        Value = row.IsNull(WatermarkColumns.Value) ? null : row.Text(WatermarkColumns.Value),
        Attempt = row.NumberOrNull(WatermarkColumns.Attempt),
        Why = row.Text(WatermarkColumns.Why),
        Who = row.Text(WatermarkColumns.Who),
        At = Instant.At(row.Number(WatermarkColumns.ChangedAt)),
        Change = row.Number(WatermarkColumns.Change),
    };

    public static AdoptedRows Adopted(Statement row) =>
        new(row.Text(AdoptionColumns.Node), row.Number(AdoptionColumns.LastAttempt))
        {
            At = Instant.At(row.Number(AdoptionColumns.AdoptedAt)),
            AfterChange = row.Number(AdoptionColumns.AfterChange),
            UndoneTo = row.Number(AdoptionColumns.UndoneTo),
        };

    public static ScopeRecord Scope(Statement row) => new()
    {
        Number = row.Number(ScopeColumns.Scope),
        Run = row.Number(ScopeColumns.Run),
        Token = row.Number(ScopeColumns.Token),
        Connection = row.Text(ScopeColumns.Connection),
        Platform = row.Text(ScopeColumns.Platform),
        Server = row.Text(ScopeColumns.Server),
        Database = row.Text(ScopeColumns.DatabaseName),
        Kind = row.Text(ScopeColumns.Kind),
        Found = row.Text(ScopeColumns.SettingFound),
        Set = row.Text(ScopeColumns.SettingSet),
        Owner = row.Text(ScopeColumns.Owner),
        State = EnumWords<ScopeState>.Parse(row.Text(ScopeColumns.State)),
        Opened = Instant.At(row.Number(ScopeColumns.OpenedAt)),
        Changed = Instant.AtOrNull(row.NumberOrNull(ScopeColumns.ChangedAt)),
        Hardened = Instant.AtOrNull(row.NumberOrNull(ScopeColumns.HardenedAt)),
        Closed = Instant.AtOrNull(row.NumberOrNull(ScopeColumns.ClosedAt)),
        Why = row.Text(ScopeColumns.Why),
    };

    public static AttemptNotHardened NotHardened(Statement row) =>
        new(row.Number(0), row.Number(1), (int)row.Number(2), (int)row.Number(3), row.Text(4));

    public static FileRecord File(Statement row) => new()
    {
        Number = row.Number(FileColumns.Number),
        Attempt = row.Number(FileColumns.Attempt),
        Environment = row.Text(FileColumns.Environment),
        Node = row.Text(FileColumns.Node),
        File = new ReadFile
        {
            Connection = row.Text(FileColumns.Connection),
            Name = row.Text(FileColumns.Path),
            Size = row.Number(FileColumns.Size),
            Written = Instant.At(row.Number(FileColumns.WrittenAt)),
            Hash = row.Text(FileColumns.Hash),
            // What became of it depends on its attempt for some who ask.
            Outcome = EnumWords<FileOutcome>.Parse(row.Text(FileColumns.All.Behind + 1)),
            Move = row.Text(FileColumns.ToMove) is { Length: > 0 } move
                ? EnumWords<FileMove>.Parse(move) : FileMove.None,
        },
        MovedTo = row.Text(FileColumns.MovedTo),
        Begun = Instant.At(row.Number(FileColumns.All.Behind)),
    };

    public static WarningRecord Warning(Statement row) => new((int)row.Number(0), row.Number(1), row.Text(2));
}
