using System.CommandLine;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Ledger;
using Orchestrator.Cli.Output;
using Orchestrator.Core;
using Orchestrator.Ledger;
using Orchestrator.Runner.Retry;

namespace Orchestrator.Cli.Status;

/// <summary>`status [RUN]`: the newest run of each batch, the worst first, or one run; from the ledger alone.</summary>
internal static class StatusVerb
{
    private const int LookedAt = 200;
    private static readonly TimeSpan Poll = TimeSpan.FromMilliseconds(500);

    private static readonly Argument<string?> Name =
        Verb.Optional("RUN", "A number, latest or latest~1 [default: the newest of each batch]");

    private static readonly Option<bool> Watch = CommonOptions.Flag("--watch", "Follow the run until it ends");

    private static readonly Option<bool> Why =
        CommonOptions.Flag("--why", "Each package that has not ended well, with its one reason and since when");

    private static readonly Option<bool> IsFresh = CommonOptions.Flag(
        "--freshness", "When each target was last loaded well, the stalest first");

    private static readonly Option<bool> IsTurns =
        CommonOptions.Flag("--turns", "Each loop with its turns, the worst first");

    public static Verb Create() => new("status", "Show each batch, the worst first, or one run", RunInTime)
    {
        Takes = [Name, Watch, Why, IsFresh, IsTurns],
        Look = "status",
        Examples = ["status", "status latest --why", "status 482 --watch", "status 482 -o json", "status --freshness"],
    };

    // Who follows a run has time, and what it tells comes from the same thread.
    private static int RunInTime(Call call) =>
        call.Flag(Watch).Value ? Run(call) : new AnswerInTime(call).Of(() => Run(call));

    private static int Run(Call call)
    {
        using var reader = CallLedger.Open(call);
        if (reader is null)
        {
            call.Say($"nothing has run yet: there is no ledger {CallLedger.Location(call).Name}");
            call.Write(() => RunJson.Overview([]), () => []);
            return ExitCode.Done;
        }

        SayNothingRan(call, reader);
        if (call.Flag(IsFresh).Value)
        {
            return TellFreshness(call, reader);
        }

        var isWatched = call.Flag(Watch).Value;
        var isWhy = call.Flag(Why).Value;
        var isTurns = call.Flag(IsTurns).Value;
        if (isTurns)
        {
            Consent.RefuseIdle(call, "status --turns", "shows the turns of loops, and nothing else", Watch, Why);
        }

        if (call.Argument(Name) is null && !isWatched && !isWhy && !isTurns)
        {
            RunAtMoment[] runs = [.. StatusOrder.WorstFirst(Newest(call, reader))];
            string[] next = [.. runs.Select(at => StatusOrder.Next(call, at))];
            call.Write(() => RunJson.Overview(runs, next), () => StatusScreen.Overview(runs, next));
            return ExitCode.Done;
        }

        var run = CallLedger.Find(reader, call.Argument(Name) ?? "latest", call.EnvironmentName);
        if (isWatched)
        {
            return new RunWatch(call, reader, isWhy, Poll).Follow(run.Number);
        }

        var at = Moment(call, reader, run.Number);
        call.Write(() => RunJson.Detail(at, isWhy), () => isTurns
            ? StatusScreen.Detail(at).Take(1).Concat(TurnsScreen.All(at))
            : Lines(at, isWhy).Concat(Next(call, at)));
        return ExitCode.Done;
    }

    // An empty table would look as if all were well there.
    private static void SayNothingRan(Call call, LedgerReader reader)
    {
        if (call.EnvironmentName is { } environment && reader.Runs(environment: environment, limit: 1).Count == 0)
        {
            var known = reader.Runs(limit: LookedAt).Select(run => run.Environment).Distinct().Order().ToArray();
            call.Warn($"nothing has run in the environment '{environment}'; "
                + (known.Length == 0 ? "nor anywhere else"
                    : $"there are runs in: {string.Join(", ", known)}"));
        }
    }

    private static int TellFreshness(Call call, LedgerReader reader)
    {
        Consent.RefuseIdle(call, "status --freshness", "looks at targets, not at a run", Watch, Why, IsTurns);
        var runs = call.Argument(Name) is { } name
            ? [CallLedger.Find(reader, name, call.EnvironmentName)]
            : RunsToTell(call, reader);
        var loads = runs
            .SelectMany(run => reader.LastLoads(run.Number).Select(load => new Freshness(run.Environment, load)))
            .DistinctBy(one => (one.Environment, one.Load.Node))
            .OrderBy(one => one.Load.Attempt?.Ended ?? DateTimeOffset.MinValue).ToArray();
        var now = call.Host.Time.GetUtcNow();
        call.Write(() => FreshnessScreen.Document(loads, now), () => FreshnessScreen.Lines(loads, now));
        return ExitCode.Done;
    }

    public static IEnumerable<Line> Lines(RunAtMoment at, bool isWhy) =>
        isWhy ? StatusScreen.Detail(at).Take(1).Concat(StatusScreen.Why(at)) : StatusScreen.Detail(at);

    /// <summary>What goes on from a run that has ended and is not done; where another run went on from there, that one.
    /// </summary>
    public static IEnumerable<Line> Next(Call call, RunAtMoment at)
    {
        if (at.Run.Verdict is not (null or RunVerdict.Succeeded or RunVerdict.SucceededWithWarnings))
        {
            yield return at.ContinuedBy is { } later
                ? $"  next: {NextCommands.Line(call, $"status {later}")}"
                : $"  next: {StatusOrder.Next(call, at)}";
        }
    }

    public static RunAtMoment Moment(Call call, LedgerReader reader, long run) =>
        reader.AtOneMoment(ledger => Moment(call, ledger, ledger.Run(run)!) with
        {
            // They can be long, and no screen shows them.
            Values = call.IsJson ? ledger.Values(run) : [],
            ContinuedBy = ledger.ContinuedBy(run),
        });

    // Within one moment of the ledger, so that each answer is a question once.
    private static RunAtMoment Moment(Call call, LedgerReader ledger, RunRecord run) => new(
        run, ledger.Nodes(run), ledger.Errors(run.Number), ledger.Warnings(run.Number), call.Host.Time.GetUtcNow())
    {
        Silent = ledger.SilentFor(run),
        Requests = ledger.Requests(run.Number),
        Options = ledger.Options(run.Number),
    };

    // One moment for all: on a server its begin and end are questions of their own.
    private static List<RunAtMoment> Newest(Call call, LedgerReader reader) => reader.AtOneMoment(ledger =>
        RunsToTell(call, ledger).Select(run => Moment(call, ledger, run)).ToList());

    private static RunRecord[] RunsToTell(Call call, LedgerReader reader) =>
        [.. NewestRuns.Of(reader, reader.Runs(environment: call.EnvironmentName, limit: LookedAt),
            run => (run.Batch, run.Environment))];
}
