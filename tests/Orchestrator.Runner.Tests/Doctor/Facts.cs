using Orchestrator.Core;
using Orchestrator.Core.Leases;
using Orchestrator.Data;
using Orchestrator.Data.Sqlite;
using Orchestrator.Ledger;
using Orchestrator.Ledger.Leases;
using Orchestrator.Runner.Doctor;

namespace Orchestrator.Runner.Tests.Doctor;

/// <summary>Facts of a ledger of three runs and ten attempts, and of one database that it loads.</summary>
internal static class Facts
{
    public static readonly Guid Own = Guid.Parse("01900000-0000-7000-8000-000000000001");

    public static readonly DateTimeOffset Now = new(2026, 1, 31, 3, 0, 0, TimeSpan.Zero);

    public static LedgerState Ledger => new("ledger.db", "/s/ledger.db")
    {
        IsFile = true,
        Version = LedgerStatus.KnownVersion,
        Identity = Own,
        Runs = 3,
        LastRun = 3,
        LastAttempt = 10,
        Attempts = new Dictionary<long, AttemptState>
        {
            [7] = new(2, IsAtWork: false, Scope: null),
            [8] = new(2, IsAtWork: false, Scope: 5),
            [9] = new(3, IsAtWork: true, Scope: null),
        },
    };

    public static LedgerState Empty => new("ledger.db", "/s/ledger.db") { IsFile = true };

    public static TargetState Target => new("Staging", SqlitePlatform.Instance)
    {
        Database = "/s/Staging.db",
        File = "/s/Staging.db",
    };

    public static RunRecord Run(long number, RunVerdict? verdict) => new()
    {
        Number = number,
        Id = Own,
        Solution = "Shop",
        Batch = "Nightly",
        Environment = "prod",
        PlanHash = "",
        GateSlots = 1,
        Processors = 1,
        GitCommit = "",
        Version = "",
        Origin = new RunOrigin("db1", "ann", 4711, ""),
        Started = Now,
        Verdict = verdict,
    };

    public static LoadTableState Load(long attempt) =>
        new(new TableName(null, $"orchestrator_load_{attempt}"), new TableName(null, "t"), attempt, IsThere: true);

    public static MarkerState Marker(string ledger, long run, long attempt, bool isThere = true) =>
        new(new TableName(null, "t"), ledger, run, attempt, isThere, IsWritten: false);

    public static LeaseState Lease(LeaseVerdict verdict, bool isLockHeld) =>
        new("Nightly", "prod", 2, new RunOrigin("db1", "ann", 4711, ""))
        {
            Verdict = verdict,
            IsLockHeld = isLockHeld,
            IsOver = true,
            SinceRenewal = TimeSpan.FromMinutes(2),
        };
}
