using Orchestrator.Metadata.Selection;

namespace Orchestrator.Runner.Doctor.Checks;

/// <summary>What could not be looked at.</summary>
internal static class ReachCheck
{
    public static IEnumerable<Finding> Of(
        IReadOnlyList<TargetState> targets, SurroundingState around)
    {
        if (around.Mistake.Length > 0)
        {
            yield return new Finding(FindingSeverity.Warning, DoctorCodes.MetadataBroken,
                $"the metadata has mistakes: {around.Mistake}")
            {
                Where = "the solution",
                Why = "which tables objects write is not known, so that nothing is said of what belongs to none",
                Verb = "validate",
            };
        }

        var silent = targets.Where(target => target.Error is not null)
            .Select(target => (target.Connection, target.Where, target.Error!.Message))
            .Concat(around.Durability.Where(one => one.Unreachable is not null)
                .Select(one => (one.Connection, Where: one.Connection, Message: one.Unreachable!)))
            .DistinctBy(one => one.Connection);
        foreach (var (connection, where, message) in silent)
        {
            yield return new Finding(
                FindingSeverity.Error, DoctorCodes.NotLookedAt, $"'{connection}' could not be looked at")
            {
                Where = where,
                Why = message.TrimEnd('.'),
                Verb = $"connections test {ShellWord.Quoted(connection)}",
            };
        }
    }
}
