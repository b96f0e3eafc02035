using Orchestrator.Ledger;

namespace Orchestrator.Cli;

/// <summary>What the ledger's refusal means to the caller.</summary>
internal static class LedgerFault
{
    /// <summary>The exit code.</summary>
    public static int CodeOf(LedgerException refused) => refused.Code switch
    {
        LedgerCodes.RunsAtWork or LedgerCodes.HeldByAnotherRun or LedgerCodes.LockLost
            or LedgerCodes.FiringTakenOver => ExitCode.HeldByAnother,
        LedgerCodes.Backup when MachineFault.Is(refused.InnerException) => ExitCode.Unreachable,
        LedgerCodes.Backup or LedgerCodes.NoSuchRun => ExitCode.Usage,
        _ => ExitCode.Unreachable,
    };
}
