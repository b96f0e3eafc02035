using System.CommandLine;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Ledger;
using Orchestrator.Cli.Status.Evidence;
using Orchestrator.Ledger;

namespace Orchestrator.Cli.Status;

/// <summary>`compare RUN RUN`: what changed between two runs, and whether it paid; from the ledger alone.</summary>
internal static class CompareVerb
{
    private static readonly Argument<string?> Before =
        Verb.Optional("RUN", "The earlier run: a number, latest or latest~1 [default: latest~1]");

    private static readonly Argument<string?> After = Verb.Optional("OTHER", "The later one [default: latest]");

    public static Verb Create() => new("compare", "Compare two runs: times, transactions, waits, packages", Run)
    {
        Takes = [Before, After],
        Examples = ["compare", "compare 481 482", "compare latest~7 latest -o json"],
    };

    private static int Run(Call call)
    {
        using var reader = CallLedger.Open(call) ?? throw new UsageException(
            $"nothing has run yet: there is no ledger {CallLedger.Location(call).Name}");
        var (one, other) = (Read(call, reader, Before, "latest~1"), Read(call, reader, After, "latest"));
        if (one.Run.Number == other.Run.Number)
        {
            call.Say($"run {one.Run.Number} is compared with itself");
        }

        if (one.Run.Environment != other.Run.Environment)
        {
            call.Say($"run {one.Run.Number} was in the environment {one.Run.Environment}, run {other.Run.Number} in "
                + other.Run.Environment);
        }

        if (one.Run.Batch != other.Run.Batch)
        {
            call.Say($"run {one.Run.Number} is one of {one.Run.Batch}, run {other.Run.Number} one of "
                + $"{other.Run.Batch}: packages of other names stand alone");
        }

        call.Write(() => CompareScreen.Document(one, other), () => CompareScreen.Lines(one, other));
        return ExitCode.Done;
    }

    private static RunEvidence Read(Call call, LedgerReader reader, Argument<string?> name, string otherwise)
    {
        var run = CallLedger.Find(reader, call.Argument(name) ?? otherwise, call.EnvironmentName);
        return RunEvidence.Read(reader, run, call.Host.Time.GetUtcNow());
    }
}
