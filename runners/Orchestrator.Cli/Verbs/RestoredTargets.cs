using Orchestrator.Cli.Grammar;
using Orchestrator.Runner.Doctor;

namespace Orchestrator.Cli.Verbs;

/// <summary>
/// What belongs to putting a backup back: numbers go on behind what targets hold, and what they were loaded with since
/// is told.
/// </summary>
internal static class RestoredTargets
{
    public static void TakeOver(Call call)
    {
        var desk = new DoctorDesk(DoctorAtHand.Of(call).Request);
        var found = desk.Look();
        var own = $"{found.Ledger.Identity}";
        foreach (var behind in found.Findings.Where(one => one.Cure is { Kind: CureKind.Adopt } && one.Cure.Of == own))
        {
            call.Warn($"{behind.What}. {Started(desk.Do(behind.Cure!))}");
        }

        foreach (var silent in found.Targets.Where(target => target.Error is not null))
        {
            call.Warn($"whether {silent.Connection} holds more than the backup knows cannot be asked: "
                + $"{silent.Error!.Message.TrimEnd('.')}. Once it answers: {NextCommands.Line(call, "doctor --fix")}");
        }
    }

    private static string Started(CureResult result) => result.IsDone
        ? $"Taken over: {result.Text}"
        : $"Not taken over: {result.Text}. Then: `doctor --fix`";
}
