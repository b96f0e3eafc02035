using System.CommandLine;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Ledger;
using Orchestrator.Ledger;
using Orchestrator.Runner.Requests;
using Orchestrator.Runner.Text;

namespace Orchestrator.Cli.Run;

/// <summary>
/// `cancel`, `hold`, `release`, `skip`, `prioritise`: what people ask of a run at work from another terminal. They
/// write a request into the ledger and wait for the run's answer; of the metadata they read nothing but the
/// connections: where the ledger is, and what is secret.
/// </summary>
internal static class OperatorVerbs
{
    private static readonly Argument<string?> Package =
        Verb.Optional("NODE", "A package: project/object, or its bare name");

    private static readonly Argument<string?> Node =
        Verb.Optional("NODE", "A package, a project, or a container as project/container");

    private static readonly Option<string> OfRun = CommonOptions.Text("--run", "RUN",
        "The run, a number or latest; without NODE all of it [default: the run at work]");

    private static readonly Option<string> InRun = CommonOptions.Text("--run", "RUN",
        "The run, a number or latest [default: the run at work]");

    private static readonly Option<string> Why = CommonOptions.Text("--reason", "TEXT", "Why; kept with who and when");

    private static readonly Option<string> Result = CommonOptions.Text("--as", "RESULT",
        "success: what needs it runs as if it had succeeded [default: what needs it is blocked]");

    public static IReadOnlyList<Verb> Create()
    {
        Package.CompletionSources.Add(Completions.Nodes);
        Node.CompletionSources.Add(Completions.Nodes);
        Result.CompletionSources.Add("success");
        return
        [
            Of(RequestVerb.Cancel, "Stop a package at work, or a whole run", [Package, OfRun, Why],
                "cancel Staging/customer --reason \"it blocks the shop\"", "cancel --run 482 --reason maintenance"),
            Of(RequestVerb.Hold, "Keep packages from starting until they are released", [Node, OfRun, Why],
                "hold Staging/customer", "hold Staging --reason \"index rebuild\"", "hold --run latest"),
            Of(RequestVerb.Release, "Let packages start that were held", [Node, OfRun, Why],
                "release Staging/customer", "release --run latest"),
            Of(RequestVerb.Skip, "Leave out packages that have not started", [Node, InRun, Why, Result],
                "skip Staging/customer --reason \"no file today\"",
                "skip Staging/Checks --reason \"known to fail\" --as success"),
            Of(RequestVerb.Prioritise, "Start packages before all others that are ready", [Node, InRun, Why],
                "prioritise Staging/customer"),
        ];
    }

    private static Verb Of(
        RequestVerb verb, string description, IReadOnlyList<Symbol> takes, params IReadOnlyList<string> examples) =>
        new(verb.ToString().ToLowerInvariant(), description, call => Ask(call, verb))
        {
            Takes = takes,
            Examples = examples,
        };

    private static int Ask(Call call, RequestVerb verb)
    {
        var takesRun = OperatorRules.TakesWholeRun(verb);
        var name = call.Argument(verb == RequestVerb.Cancel ? Package : Node);
        var runName = call.Text(takesRun ? OfRun : InRun).Value;
        if (name is null && (runName is null || !takesRun))
        {
            throw new UsageException(takesRun
                ? $"`{call.Verb.Name}` needs a package, or --run RUN for the whole run"
                : $"`{call.Verb.Name}` needs a NODE", "`orchestrator status latest` shows what is under way");
        }

        var reason = WithoutSecrets(call, Reason(call, verb));
        var asSuccess = verb == RequestVerb.Skip && AsSuccess(call);
        using var reader = CallLedger.Open(call);
        var found = CallRun.Find(call, reader, name, runName, verb);
        if (found.Run is not { } run)
        {
            return RequestScreen.Refuse(call, found.Refusal);
        }

        var origin = RunOrigin.OfThisProcess();
        var request = new RequestRecord
        {
            Run = run.Number,
            Verb = verb,
            Node = found.Node,
            AsSuccess = asSuccess,
            Reason = reason,
            Who = $"{origin.User}@{origin.Host}",
            Asked = call.Host.Time.GetUtcNow(),
        };
        return RequestWriter.Ask(CallLedger.Location(call), call.Host.Time, request) is { } number
            ? new AnswerWait(call, reader!).For(number)
            : RequestScreen.Refuse(call, $"run {run.Number} has just ended");
    }

    private static string Reason(Call call, RequestVerb verb)
    {
        var reason = call.Text(Why).Value?.Trim() ?? "";
        return OperatorRules.RefusalOf(verb, reason) is not { } refusal ? reason
            : throw new UsageException(refusal, reason.Length == 0 ? "add --reason TEXT" : "say it in a sentence");
    }

    /// <summary>It is kept in the ledger: what the metadata name as a secret is known here as it is to a run.</summary>
    public static string WithoutSecrets(Call call, string reason)
    {
        var solution = CallLedger.Connections(call);
        var placeholders = new PlaceholderResolver(call.Host.Secrets, call.Host.Variable);
        placeholders.RememberThoseNamedIn(solution.Files.Select(file => file.Text));
        foreach (var text in solution.Connections.Select(one => one.ConnectionString).OfType<string>())
        {
            try
            {
                placeholders.ResolveConnection(text);
            }
            catch (InvalidOperationException)
            {
                // What is not set here cannot be in the reason, as far as anybody knows.
            }
        }

        return new OutsideText(call.Host.Secrets).Line(reason);
    }

    private static bool AsSuccess(Call call) => call.Text(Result).Value switch
    {
        null => false,
        "success" => true,
        var other => throw new UsageException($"expected --as to be success, got: '{other}'",
            "without --as, what needs a skipped package is blocked"),
    };
}
