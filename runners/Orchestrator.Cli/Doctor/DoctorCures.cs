using Orchestrator.Cli.Grammar;
using Orchestrator.Metadata.Model;
using Orchestrator.Runner.Doctor;

namespace Orchestrator.Cli.Doctor;

/// <summary>What was, or would be, done about a finding.</summary>
/// <param name="Finding">The finding.</param>
/// <param name="Result">What became of it; null = nothing was tried.</param>
/// <param name="Left">Why nothing was tried; empty = it was, or this is a dry run.</param>
internal sealed record DoctorCure(Finding Finding, CureResult? Result, string Left = "");

/// <summary>Does what helps: first what destroys nothing, then, once somebody has agreed, the rest.</summary>
internal sealed class DoctorCures(Call call, Solution solution, DoctorHost host)
{
    public IReadOnlyList<DoctorCure> Do(Diagnosis found)
    {
        Finding[] all = [.. found.Findings.Where(one => one.Cure is not null).OrderBy(one => one.Cure!.Kind)];
        if (call.Flag(Consent.DryRun).Value)
        {
            return [.. all.Select(one => new DoctorCure(one, null))];
        }

        Finding[] safe = [.. all.Where(one => one.Cure is { Destroys: "", Decides: "" })], rest = [.. all.Except(safe)];
        DoctorCure[] done = [.. safe.Select(Done)];
        return [.. done, .. rest.Length == 0 ? []
            : MayAsk() ? Agreed(rest)
            : rest.Select(one => new DoctorCure(one, null, WhyNot(one.Cure!)))];
    }

    private bool MayAsk() => call.Flag(Consent.Yes).Value || call.Host.InIsTerminal;

    private IEnumerable<DoctorCure> Agreed(Finding[] rest)
    {
        try
        {
            Consent.Given(call, solution, Asked(rest));
            return [.. rest.Select(Done)];
        }
        catch (UsageException refused)
        {
            return [.. rest.Select(one => new DoctorCure(one, null, refused.Message))];
        }
    }

    private static string WhyNot(Cure cure) =>
        cure.Destroys.Length > 0 ? "it destroys something: add --yes" : "it is for somebody to decide: add --yes";

    private static string Asked(Finding[] rest)
    {
        var gone = string.Join("; ", rest.Select(one => one.Cure!.Destroys).Where(one => one.Length > 0));
        return string.Join("; ", rest.Select(one => one.Cure!.Decides)
            .Prepend(gone.Length > 0 ? $"drops or removes {gone}" : "").Where(one => one.Length > 0));
    }

    private DoctorCure Done(Finding finding) => new(finding, host.Do(finding.Cure!));
}
