using Orchestrator.Cli.Doctor;
using Orchestrator.Cli.Grammar;
using Orchestrator.Runner.Doctor;

namespace Orchestrator.Cli.Ledger;

/// <summary>
/// What belongs to putting a backup back: numbers go on behind what targets hold, and what they were loaded with since
/// is told.
/// </summary>
internal static class RestoredTargets
{
    public static void TakeOver(Call call)
    {
        var request = CallDoctor.Of(call).Request;
        var host = new DoctorHost(request);
        var found = host.Look();
        if (request.Solution.Projects.Count == 0)
        {
            call.Warn("whether targets hold more than the backup knows was not asked, as no metadata that can be read "
                + $"name them. Once they can be: {NextCommands.Line(call, "doctor --fix")}");
        }

        var own = $"{found.Ledger.Identity}";
        foreach (var behind in found.Findings.Where(one => one.Cure is { Kind: CureKind.Adopt } && one.Cure.Of == own))
        {
            call.Warn($"{behind.What}. {Started(host.Do(behind.Cure!))}");
        }

        foreach (var silent in found.Targets.Where(target => target.Error is not null))
        {
            call.Warn($"whether {silent.Connection} holds more than the backup knows cannot be asked: "
                + $"{silent.Error!.Message.TrimEnd('.')}. Once it answers: {NextCommands.Line(call, "doctor --fix")}");
        }
    }

    private static string Started(CureResult result) => result.IsDone
        ? $"Taken over: {result.Text}"
        : $"Not taken over: {result.Text}. Then: `orchestrator doctor --fix`";
}
