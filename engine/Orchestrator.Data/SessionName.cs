namespace Orchestrator.Data;

/// <summary>What the sessions of a run are called in the views of a server: by its number and its ledger.</summary>
public static class SessionName
{
    private const int LedgerChars = 8;

    /// <summary>`orchestrator 482@1a2b3c4d`: what all sessions of a run begin with.</summary>
    /// <param name="run">Number of the run.</param>
    /// <param name="ledger">What tells its ledger from others; its end, as ids begin with the time.</param>
    public static string Of(long run, Guid ledger) => $"orchestrator {run}@{ledger.ToString("N")[^LedgerChars..]}";

    /// <summary>`orchestrator 482@1a2b3c4d Staging/customer`: one that works for somebody.</summary>
    public static string Of(long run, Guid ledger, string what) => $"{Of(run, ledger)} {what}";
}
