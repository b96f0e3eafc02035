using System.CommandLine;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Ledger;
using Orchestrator.Cli.Run;
using Orchestrator.Cli.Solutions;
using Orchestrator.Cli.Status;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;
using Orchestrator.Runner.Targets;

namespace Orchestrator.Cli.Rejects;

/// <summary>
/// `rejects list`: which packages rejected rows, from the ledger; why, and what was in them, from the error tables.
/// `rejects replay` loads them.
/// </summary>
internal static class RejectsVerb
{
    private const int AttemptsMax = 30;
    private const int LookedAtMax = 1000;
    private const int ValuesMax = 20;
    private const int ValuesOfOneMax = 200;

    private static readonly Argument<string> Action = Verb.Required("ACTION", "list or replay");

    private static readonly Argument<string?> Node = Verb.Optional(
        "NODE", "A package, project/object; list: its last attempts [default: the last of each]");

    private static readonly Option<bool> Values = CommonOptions.Flag(
        "--values", "list: with the first rejected values, from the error tables; never sensitive ones");

    public static Verb Create()
    {
        Action.CompletionSources.Add("list", "replay");
        Node.CompletionSources.Add(Completions.Nodes);
        return new Verb("rejects", "Show which rows were rejected and why, and load them again", Run)
        {
            Takes = [Action, Node, Values, RejectsReplay.OfRun, RunVerb.Grace, CallVariables.Var, Consent.DryRun],
            Look = "rejects list",
            Examples =
            [
                "rejects list", "rejects list Staging/customer --values", "rejects list -o json",
                "rejects replay Staging/customer --dry-run", "rejects replay Staging/customer --run 482",
            ],
        };
    }

    private static int Run(Call call) => call.RequiredArgument(Action) switch
    {
        "list" => List(call),
        "replay" => Replay(call),
        var other => throw new UsageException($"expected list or replay, got: '{other}'",
            NearName.Hint(other, ["list", "replay"])),
    };

    private static int Replay(Call call)
    {
        Consent.RefuseIdle(call, "rejects replay", "loads rows, and shows none", Values);
        var name = call.Argument(Node) ?? throw new UsageException("which package? Its rejected rows are loaded",
            "name one: `orchestrator rejects list` shows which have rejected rows");
        return RejectsReplay.Replay(call, (reader, solution) => Full(
            name, reader?.AttemptsRejecting(solution.Environment) ?? [], solution));
    }

    private static int List(Call call)
    {
        Consent.RefuseIdle(
            call, "rejects list", "changes nothing", RejectsReplay.OfRun, RunVerb.Grace, CallVariables.Var,
            Consent.DryRun);
        var environment = CallLedger.Connections(call).Environment;
        using var reader = CallLedger.Open(call);
        var solution = CallSolution.Load(call).Solution;
        var hand = solution is null ? null : CallRejects.Look(call, solution);
        if (solution is null)
        {
            call.Warn("why rows were rejected is not shown: the solution has mistakes, see `orchestrator validate`");
        }

        var last = reader?.AttemptsRejecting(environment) ?? [];
        var name = call.Argument(Node) is { } named ? Full(named, last, solution) : null;
        var shown = name is null ? OfAll(last, hand) : OfOne(name, reader, environment, hand);
        if (shown.Count == 0)
        {
            call.Say($"no rejected row{(name is null ? "" : $" of '{name}'")} is in the ledger, "
                + $"in the environment '{environment}'");
        }

        if (call.Flag(Values).Value && hand is not null)
        {
            shown = WithValues(shown, hand, name is not null);
        }

        Write(call, environment, shown);
        return ExitCode.Done;
    }

    private static List<PackageRejects> OfAll(IReadOnlyList<RejectingAttempt> last, RejectedReader? hand)
    {
        var kept = hand?.Counts(last.Select(one => one.Node)) ?? new Dictionary<string, IReadOnlyList<KeptCount>>();
        return [.. last.Select(one => Rows(one.Node, one.Attempt, kept.GetValueOrDefault(one.Node), hand))];
    }

    // An attempt that died has rows in the error table, and no count in the ledger.
    private static List<PackageRejects> OfOne(
        string node, LedgerReader? reader, string environment, RejectedReader? hand)
    {
        var kept = hand?.Counts([node]).GetValueOrDefault(node);
        var counted = kept?.Select(one => one.Attempt).ToHashSet() ?? [];
        return [.. (reader?.Attempts(node, environment, LookedAtMax) ?? [])
            .Where(attempt => attempt.Counts.Rejected > 0 || counted.Contains(attempt.Id)).Take(AttemptsMax)
            .Select(attempt => Rows(node, attempt, kept, hand))];
    }

    private static PackageRejects Rows(
        string node, AttemptRecord attempt, IReadOnlyList<KeptCount>? kept, RejectedReader? hand) => new(node, attempt)
        {
            Place = hand?.PlaceOf(node, attempt.Id),
            Replayed = kept?.Where(one => one.Attempt == attempt.Id).Sum(one => one.Replayed),
            Reasons = kept is null ? null : [.. kept.Where(one => one.Attempt == attempt.Id)
                .OrderByDescending(one => one.Rows).ThenBy(one => one.Reason, StringComparer.Ordinal)
                .Select(one => (one.Reason, one.Rows))],
        };

    // Of one package those of its newest attempt, of all those of each.
    private static List<PackageRejects> WithValues(
        IReadOnlyList<PackageRejects> rows, RejectedReader hand, bool isOne) =>
    [
        .. rows.Select((one, place) => isOne && place > 0 ? one : one with
        {
            Values = hand.Values(one.Node, one.Attempt.Id, isOne ? ValuesOfOneMax : ValuesMax),
        }),
    ];

    private static void Write(Call call, string environment, IReadOnlyList<PackageRejects> rows)
    {
        call.Write(
            () => RejectsScreen.Document(environment, rows, call.Host.Secrets),
            () => RejectsScreen.Lines(rows, call.Host.Secrets));
    }

    /// <summary>The package of that name, of those that rejected rows and those of the solution.</summary>
    /// <exception cref="UsageException">There is none, or the name may mean several.</exception>
    private static string Full(string name, IReadOnlyList<RejectingAttempt> last, Solution? solution) =>
        PackageNames.Full(name, last.Select(one => one.Node).Concat(PackageNames.Of(solution)));
}
