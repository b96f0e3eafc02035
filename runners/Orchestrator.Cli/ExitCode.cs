using Orchestrator.Ledger;

namespace Orchestrator.Cli;

/// <summary>What the command returns to its caller; the table stands in the guide under "exit-codes".</summary>
internal static class ExitCode
{
    public const int Done = 0;
    public const int Failed = 1;
    public const int Usage = 2;
    public const int HeldByAnother = 3;
    public const int Unreachable = 4;
    public const int OwnBug = 5;
    public const int Interrupted = 130;
    public const int Terminated = 143;

    /// <summary>What the ledger's refusal means to the caller.</summary>
    public static int Of(LedgerException refused) => refused.Code switch
    {
        LedgerCodes.RunsAtWork or LedgerCodes.HeldByAnotherRun or LedgerCodes.LockLost
            or LedgerCodes.FiringTakenOver => HeldByAnother,
        LedgerCodes.Backup when MachineFault.Is(refused.InnerException) => Unreachable,
        LedgerCodes.Backup or LedgerCodes.NoSuchRun => Usage,
        _ => Unreachable,
    };
}
