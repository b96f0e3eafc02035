using Orchestrator.Core;
using Orchestrator.Core.Leases;
using Orchestrator.Ledger.Leases;
using Orchestrator.Metadata.Selection;

namespace Orchestrator.Runner.Doctor.Checks;

/// <summary>Leases that nobody needs any more, and holders that give no sign of life.</summary>
internal static class LeaseCheck
{
    public static IEnumerable<Finding> Of(LedgerState ledger)
    {
        // A run that died is told as such, with its lease.
        var died = ledger.NotEnded.Where(run => run.Verdict is not null).Select(run => run.Number).ToHashSet();
        return ledger.Leases.Where(lease => !died.Contains(lease.Run)).Select(Of).OfType<Finding>();
    }

    private static Finding? Of(LeaseState lease) => lease.Verdict switch
    {
        LeaseVerdict.Held or LeaseVerdict.NotSaid => null,
        LeaseVerdict.Free or LeaseVerdict.EndSessions when !lease.IsLockHeld => Left(lease),
        _ => Silent(lease),
    };

    private static Finding Left(LeaseState lease) => new(FindingSeverity.Note, DoctorCodes.LeaseLeft,
        $"the lease of {Holder(lease)} was not given back, and its process is gone")
    {
        Where = WhereOf(lease),
        Why = "it keeps nobody away: the next run takes the batch over",
        Verb = "doctor --fix",
        Cure = new Cure(CureKind.CloseDead, lease.Batch) { Environment = lease.Environment },
    };

    // It holds the lock, so that only who takes the batch over may end it.
    private static Finding Silent(LeaseState lease) => new(FindingSeverity.Error, DoctorCodes.LeaseLeft,
        $"{Holder(lease)} has given no sign of life for {Words.Duration(lease.SinceRenewal)}")
    {
        Where = WhereOf(lease),
        Why = lease.Verdict == LeaseVerdict.OutOfReach
            ? $"it holds the lock of the batch, and a process on {lease.Holder.Host} cannot be ended from here: end "
                + $"process {lease.Holder.ProcessId} there"
            : "it stands still (stopped, swapped out, cut off): the next run of the batch ends it and takes over, what "
                + "it had loaded stays loaded",
        Verb = lease.Verdict == LeaseVerdict.OutOfReach || lease.Run == 0
            ? $"status --environment {ShellWord.Quoted(lease.Environment)}" : $"status {lease.Run} --why",
    };

    private static string Holder(LeaseState lease) =>
        lease.Run == 0 ? "a run that was just beginning" : $"run {lease.Run}";

    private static string WhereOf(LeaseState lease) =>
        $"batch {lease.Batch}, environment {lease.Environment}: process {lease.Holder.ProcessId} on "
        + $"{lease.Holder.Host}, user {lease.Holder.User}";
}
