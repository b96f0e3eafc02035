using Orchestrator.Core;
using Orchestrator.Metadata.Selection;

namespace Orchestrator.Runner.Doctor.Checks;

/// <summary>Servers whose clock differs from that of this machine.</summary>
internal static class ClockCheck
{
    private static readonly TimeSpan Tolerated = TimeSpan.FromSeconds(5);

    public static IEnumerable<Finding> Of(IReadOnlyList<TargetState> targets) => targets
        .Where(target => target.ClockAhead is { } ahead && ahead.Duration() > Tolerated)
        .Select(target => new Finding(FindingSeverity.Warning, DoctorCodes.ClocksDiffer,
            $"the clock of {target.Connection} is {Words.Duration(target.ClockAhead!.Value.Duration())} "
            + $"{(target.ClockAhead > TimeSpan.Zero ? "ahead of" : "behind")} this machine's")
        {
            Where = target.Where,
            Why = "the engine compares no two clocks, so runs are safe; but times in logs and reports do not match "
                + "those of the server, nor does `--as-of` what its functions say of today",
            Verb = $"connections test {ShellWord.Quoted(target.Connection)}",
        });
}
