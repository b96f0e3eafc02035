namespace Orchestrator.Core.Tests.Processes.World;

/// <summary>What the parts of the world, or who puts them together, can do wrongly.</summary>
internal enum Mistake
{
    None,

    /// <summary>A commit of the ledger does not ask for the run's token.</summary>
    LedgerTokenNotChecked,

    /// <summary>A transaction of a target does not ask for the token of the marker.</summary>
    MarkerTokenNotChecked,

    /// <summary>Somebody takes over while the lease of the holder lasts.</summary>
    TakenTooEarly,

    /// <summary>The clock of the holder stands still with its process, so that it renews what is over.</summary>
    RenewedAfterItsEnd,

    /// <summary>Nobody stops packages when half of the lease is gone.</summary>
    StopForgotten,

    /// <summary>Nobody ends the process before the lease is over.</summary>
    EndTooLate,

    /// <summary>Hardened is recorded before the flush.</summary>
    FlushAfterLedger,

    /// <summary>Hardened is what was flushed, whatever survived.</summary>
    FlushMarkerNotRead,

    /// <summary>A retry counts as done what succeeded and is perhaps not on disk.</summary>
    DoneWithoutHardened,

    /// <summary>A watermark counts from Succeeded on.</summary>
    WatermarkAtSucceeded,

    /// <summary>A commit of the ledger that got no answer is made again.</summary>
    LedgerCommitRepeated,

    /// <summary>A commit of a target that got no answer is made again.</summary>
    TargetCommitRepeated,

    /// <summary>Rows of attempts that did not succeed stay.</summary>
    RowsNotTakenBack,

    /// <summary>Packages start before it is recorded.</summary>
    StartBeforeCommit,

    /// <summary>Reasons to wait are not recorded.</summary>
    ReasonMissing,

    /// <summary>What reads something that runs again does not.</summary>
    ReadersForgotten,

    /// <summary>Whoever goes on from a run does not end what died.</summary>
    DeadNotEnded,

    /// <summary>Whoever has lost his lease goes on to judge what dead runs left.</summary>
    ScopesWithoutLease,

    /// <summary>The setting of a database is not put back behind a dead run.</summary>
    ScopeForgotten,

    /// <summary>What waits for a hook is taken for what reads its rows.</summary>
    HookTakenForRows,

    /// <summary>What a retry leaves as it is gets into the ledger with its first turn, and not with its beginning.
    /// </summary>
    DoneNotBegunWith,
}
