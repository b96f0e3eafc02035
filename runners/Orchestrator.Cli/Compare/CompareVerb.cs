using System.CommandLine;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Ledger;
using Orchestrator.Cli.Status.Evidence;
using Orchestrator.Ledger;

namespace Orchestrator.Cli.Compare;

/// <summary>
/// `compare RUN RUN`: what changed between two runs, and whether it paid; from the ledger alone. `compare data A B` and
/// `compare parity`: rows of two sides.
/// </summary>
internal static class CompareVerb
{
    private const string OfData = "data";
    private const string OfParity = "parity";

    private static readonly Argument<string?> Before = Verb.Optional(
        "RUN", "The earlier run: a number, latest or latest~1 [default: latest~1]; data: rows of two sides; parity: "
            + "all comparisons that the solution declares");

    private static readonly Argument<string?> After = Verb.Optional(
        "OTHER", "The later one [default: latest]; data: one side, as Crm:sales.customer, Drop:customer.csv or "
            + "'Crm:(SELECT …)'; parity: only those with that side");

    private static readonly Argument<string?> Second = Verb.Optional("B", "data: the other side");

    public static Verb Create()
    {
        Before.CompletionSources.Add(OfData, OfParity);
        return new Verb(
            "compare", "Compare two runs: times, transactions, waits, packages; or the rows of two sides", Run)
        {
            Takes = [Before, After, Second, .. CompareData.Options, CompareParity.Target],
            Examples =
            [
                "compare", "compare 481 482", "compare latest~7 latest -o json",
                "compare data Old:dbo.customer New:customer --key customer_id",
                "compare data Drop:customer.csv New:customer --allow scale=2",
                "compare parity",
            ],
        };
    }

    private static int Run(Call call)
    {
        switch (call.Argument(Before))
        {
            case OfData:
                Consent.RefuseIdle(call, "compare data", "writes no file", CompareParity.Target);
                return CompareData.Run(
                    call, call.Argument(After) ?? throw Missing(), call.Argument(Second) ?? throw Missing());
            case OfParity:
                RefuseSecond(call);
                Consent.RefuseIdle(
                    call, "compare parity", "takes that from each entry of the solution", CompareData.OfEntries);
                return CompareParity.Run(call, call.Argument(After));
            default:
                RefuseSecond(call);
                Consent.RefuseIdle(
                    call, "compare", "compares two runs, and no rows", [.. CompareData.Options, CompareParity.Target]);
                return Runs(call);
        }
    }

    private static UsageException Missing() => new(
        "which two sides? `compare data` takes two", "as `orchestrator compare data Old:dbo.customer New:customer`");

    private static void RefuseSecond(Call call)
    {
        if (call.Argument(Second) is { } more)
        {
            throw new UsageException($"one argument too many: '{more}'");
        }
    }

    private static int Runs(Call call)
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
