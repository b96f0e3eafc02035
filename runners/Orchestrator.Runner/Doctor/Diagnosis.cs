using Orchestrator.Runner.Doctor.Checks;

namespace Orchestrator.Runner.Doctor;

/// <summary>All that was looked at, and what is odd about it.</summary>
/// <param name="Ledger">The ledger.</param>
/// <param name="Targets">The databases.</param>
/// <param name="Around">The machine.</param>
/// <param name="Findings">What is odd, the worst first.</param>
public sealed record Diagnosis(
    LedgerState Ledger, IReadOnlyList<TargetState> Targets, SurroundingState Around, IReadOnlyList<Finding> Findings)
{
    /// <summary>Judges what was seen: facts in, findings out.</summary>
    public static Diagnosis Of(
        LedgerState ledger, IReadOnlyList<TargetState> targets, SurroundingState around, DateTimeOffset now)
    {
        Finding[] found =
        [
            .. LedgerCheck.Of(ledger), .. LedgerBehindCheck.Of(ledger, targets), .. RunsCheck.Of(ledger, now),
            .. LeaseCheck.Of(ledger), .. DurabilityCheck.Of(around.Durability),
            .. ReachCheck.Of(targets, around), .. DiskCheck.Of(around.Disks), .. ClockCheck.Of(targets),
            .. targets.SelectMany(target => (Finding[])
            [
                .. LoadTablesCheck.Of(ledger, target), .. ErrorTablesCheck.Of(ledger, target),
                .. MarkersCheck.Of(ledger, target),
            ]),
            .. ArtifactsCheck.Of(ledger, around),
        ];
        return new Diagnosis(ledger, targets, around, [.. found.OrderBy(one => one.Severity)]);
    }
}
