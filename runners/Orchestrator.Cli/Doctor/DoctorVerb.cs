using System.CommandLine;
using Orchestrator.Cli.Grammar;
using Orchestrator.Runner.Doctor;
using Orchestrator.Runner.Text;

namespace Orchestrator.Cli.Doctor;

/// <summary>`doctor`: looks for anything odd, and says or does what helps.</summary>
internal static class DoctorVerb
{
    private static readonly Option<bool> Fix = CommonOptions.Flag("--fix", "Do what helps; what destroys asks first");

    private static readonly Option<bool> Owned = CommonOptions.Flag(
        "--owned", "List every object that the engine made, as a script that drops what nobody needs");

    private static readonly Option<string> Bundle = new("--bundle")
    {
        HelpName = "[FILE]",
        Description = "Write what support needs into one zip, without secrets and rejected values",
        Arity = ArgumentArity.ZeroOrOne,
    };

    public static Verb Create() => new("doctor", "Look for anything odd; say or do what helps", Run)
    {
        Takes = [Fix, Owned, Bundle, Consent.Yes, Consent.DryRun],
        Examples = ["doctor", "doctor --fix", "doctor --owned -q", "doctor --bundle support.zip"],
    };

    private static int Run(Call call)
    {
        RefuseIdle(call);
        var hand = CallDoctor.Of(call);
        var host = new DoctorHost(hand.Request);
        var found = host.Look();
        if (call.Flag(Owned).Value)
        {
            return WriteOwned(call, found);
        }

        if (call.IsGiven(Bundle))
        {
            return DoctorBundle.Write(call, hand, found, call.FullPath(Bundle));
        }

        if (!call.Flag(Fix).Value)
        {
            return Write(call, found, []);
        }

        var done = new DoctorCures(call, hand.Request.Solution, host).Do(found);
        var isDry = call.Flag(Consent.DryRun).Value;
        var code = Write(call, isDry ? found : host.Look(), done);
        return done.Any(one => one.Result is { IsDone: false }) ? ExitCode.Failed : code;
    }

    private static int Write(Call call, Diagnosis found, IReadOnlyList<DoctorCure> done)
    {
        call.Write(() => DoctorScreen.Document(call, found, done), () => DoctorScreen.Lines(call, found, done));

        call.NoteWarnings(found.Findings.Any(one => one.Severity == FindingSeverity.Warning));
        return found.Findings.Any(one => one.Severity == FindingSeverity.Error) ? ExitCode.Failed : ExitCode.Done;
    }

    private static int WriteOwned(Call call, Diagnosis found)
    {
        call.Write(
            () => OwnedScreen.Document(found, new OutsideText(call.Host.Secrets)),
            () => OwnedScreen.Lines(found));

        foreach (var silent in found.Targets.Where(target => target.Error is not null))
        {
            call.Warn($"what is in {silent.Connection} is not known: {silent.Error!.Message}");
        }

        return ExitCode.Done;
    }

    private static void RefuseIdle(Call call)
    {
        Option[] modes = [.. ((Option[])[Fix, Owned, Bundle]).Where(call.IsGiven)];
        if (modes.Length > 1)
        {
            throw new UsageException($"{modes[0].Name} and {modes[1].Name} are two things: ask for one of them");
        }

        if (!call.Flag(Fix).Value)
        {
            Consent.RefuseIdle(call, "doctor", "without --fix changes nothing anyway", Consent.Yes, Consent.DryRun);
        }
    }
}
