using Orchestrator.Core.Durability;
using Orchestrator.Metadata.Selection;
using Orchestrator.Runner.Durability;

namespace Orchestrator.Runner.Doctor.Checks;

/// <summary>Databases whose durability a run has changed and that nobody has put back.</summary>
internal static class DurabilityCheck
{
    public static IEnumerable<Finding> Of(IReadOnlyList<DatabaseDurability> databases)
    {
        foreach (var one in databases)
        {
            if (one is { Scope: { Closed: null } scope, IsAtWork: false })
            {
                yield return new Finding(FindingSeverity.Error, DoctorCodes.DurabilityOpen,
                    $"run {scope.Run} relaxed the durability of {one.Connection} and did not put it back")
                {
                    Where = WhereOf(one),
                    Why = "what it loaded there is not known to be on disk, and others may write there with commits "
                        + "that a crash loses",
                    Verb = $"durability restore {ShellWord.Quoted(one.Connection)}",
                    Cure = new Cure(CureKind.Restore, one.Connection) { Scope = scope.Number },
                };
            }

            if (one.Strangers.Any(holder => !holder.IsAlive))
            {
                yield return new Finding(FindingSeverity.Error, DoctorCodes.DurabilityOpen,
                    $"{one.Connection} names runs that keep it relaxed, which are dead and not in this ledger")
                {
                    Where = WhereOf(one),
                    Why = "another ledger, or one that is lost, had relaxed it: its commits may reach the disk late",
                    Verb = $"durability restore {ShellWord.Quoted(one.Connection)}",
                    Cure = one.Strangers.All(holder => !holder.IsAlive)
                        ? new Cure(CureKind.RestoreStrangers, one.Connection) : null,
                };
            }

            if (one.Scope is { State: ScopeState.LeftAlone, Closed: not null } left
                && one.Now is { } now && now == left.Set)
            {
                yield return new Finding(FindingSeverity.Warning, DoctorCodes.DurabilityOpen,
                    $"the durability of {one.Connection} was left alone after run {left.Run}: {left.Why}")
                {
                    Where = WhereOf(one),
                    Why = "somebody else had changed it meanwhile, so nobody but they knows what it is to be",
                    Verb = "durability status",
                };
            }
        }
    }

    private static string WhereOf(DatabaseDurability one) =>
        one.Database.Length == 0 ? one.Connection : $"{one.Connection} ({one.Database})";
}
