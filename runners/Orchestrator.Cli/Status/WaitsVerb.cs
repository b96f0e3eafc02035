using System.CommandLine;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Ledger;
using Orchestrator.Cli.Status.Evidence;

namespace Orchestrator.Cli.Status;

/// <summary>`waits [RUN]`: what a run waited for in the databases that it wrote; from the ledger alone.</summary>
internal static class WaitsVerb
{
    private static readonly Argument<string?> Name =
        Verb.Optional("RUN", "A number, latest or latest~1 [default: latest]");

    public static Verb Create() => new("waits", "Show what a run waited for in its databases", Run)
    {
        Takes = [Name],
        Look = "waits",
        Examples = ["waits", "waits 482", "waits latest~1 -o json"],
    };

    private static int Run(Call call)
    {
        using var reader = CallLedger.Open(call) ?? throw new UsageException(
            $"nothing has run yet: there is no ledger {CallLedger.Location(call).Name}");
        var run = CallLedger.Find(reader, call.Argument(Name) ?? "latest", call.EnvironmentName);
        var evidence = RunEvidence.Read(reader, run, call.Host.Time.GetUtcNow());
        call.Write(() => EvidenceDocument.Waits(evidence), () => WaitsScreen.Lines(evidence));
        return ExitCode.Done;
    }
}
