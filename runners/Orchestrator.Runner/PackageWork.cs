using Orchestrator.Core;
using Orchestrator.Core.Machine;
using Orchestrator.Data;
using Orchestrator.Data.Evidence;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;
using Orchestrator.Packages.Replay;
using Orchestrator.Runner.Evidence;
using Orchestrator.Runner.Outbound;
using Orchestrator.Runner.Replay;
using Orchestrator.Runner.Text;

namespace Orchestrator.Runner;

/// <summary>Runs one attempt on its package's thread: gives the kind its context, and takes its result apart.</summary>
internal sealed class PackageWork(
    RunRequest request, RunHeader header, RunResources resources, RunView view, Inbox<LoopMessage> inbox,
    RunClock clock, PlaceholderResolver placeholders, OutsideText outside, RunLog log, LedgerLocation location,
    IReadOnlySet<int> relaxed, ExpectedDurations expected, SilentServers servers,
    WriteFence fence)
{
    private readonly LoadStanding _standing = new(request, header.Run, location);
    private readonly OutboundHttp _outbound = new(request.Time);

    /// <summary>The meters of the attempts at work.</summary>
    public AttemptMeters Meters { get; } = new();

    /// <summary>Never throws: what a kind throws is a bug, and recorded as such.</summary>
    public PackageResult Run(Attempt attempt)
    {
        CrashPoint.Enter(attempt.Node.Name);
        var phases = new LoadPhases(() => clock.Elapsed);
        var connection = (attempt.Node.Payload as ObjectDefinition)?.Target.Connection ?? "";
        var isRelaxed = relaxed.Contains(attempt.Node.Relaxed);
        var meter = new AttemptMeter
        {
            IsRelaxed = isRelaxed,
            MayProbe = !isRelaxed
                && request.Solution.Connections.Any(each => each.Name == connection && each.Reloadable),
            WhenOpened = Meters.Opened,
        };
        Meters.Begin(meter, connection);
        var result = Outcome(attempt, meter, phases);
        Meters.End(meter);
        attempt.Phases = phases.End();
        return result with { Evidence = meter.Read() };
    }

    private PackageResult Outcome(Attempt attempt, AttemptMeter meter, LoadPhases phases)
    {
        var name = attempt.Node.Name;
        try
        {
            if (!request.Kinds.TryGetValue(attempt.Node.PackageKind, out var kind))
            {
                return Bug(RunCodes.UnknownKind, $"No kind of package is called '{attempt.Node.PackageKind}'.");
            }

            var made = TurnPackages.Made(attempt.Node);
            if (made.Definition is not { } definition)
            {
                return Failure("ORC3524", ErrorClass.Data, "open", outside.Block(
                    $"The values of its turn cannot stand where {name} has them: "
                    + $"{TurnPackages.ProblemOf(attempt.Node, made)}."), PlaceOf(attempt.Node));
            }

            if (attempt.Rival is { } rival)
            {
                var areTurns = LoopTemplates.BareName(rival) == LoopTemplates.BareName(name);
                return Failure("ORC3612", ErrorClass.Data, "open", outside.Block(
                    $"{rival} writes the same target, and the two {(areTurns ? "turns " : "")}may run side by side: "
                    + "the one would erase what the other has written. " + (areTurns
                        ? "Put into the name of the target what tells the turns apart, or write turns: Linear in the "
                        + "forEach of their container."
                        : "Give one of them a target of its own, or order them: by level, or by dependsOn.")),
                    PlaceOf(attempt.Node));
            }

            using var watch = Watch(attempt, meter);
            using var answers = servers.Watch(
                (ObjectDefinition)attempt.Node.Payload!, view.ProgressOf(attempt.Node.Index));
            var result = Clean(Run(kind, ContextOf(attempt, definition, meter, watch) with { Phase = phases.Enter }));
            return Checked(attempt.Node, result, attempt.Cancellation.IsCancellationRequested);
        }
        catch (OperationCanceledException) when (attempt.Cancellation.IsCancellationRequested)
        {
            return new PackageResult { Outcome = NodeState.Cancelled };
        }
        catch (LedgerException lost)
        {
            log.Error($"{name}, attempt {attempt.Number}: {lost}");
            return Failure(lost.Code, ErrorClass.Transient, "watermark", outside.Block(lost.Message));
        }
#pragma warning disable CA1031 // Whatever a kind throws is recorded; the other packages go on.
        catch (Exception exception)
#pragma warning restore CA1031
        {
            log.Error($"{name}, attempt {attempt.Number}: {exception}");
            return Bug(RunCodes.KindThrew, outside.Block(
                $"The package's kind threw {exception.GetType().Name}: {exception.Message} That is a bug of this "
                + "program; the trace is in run.log."));
        }
    }

    private static PackageResult Run(IPackageKind kind, PackageContext context) => CrashPoint.Around("package", () =>
        context.IsRelaxed ? CrashPoint.Around("durability.work", () => kind.Run(context)) : kind.Run(context));

    private AttemptWatch Watch(Attempt attempt, AttemptMeter meter)
    {
        var definition = (ObjectDefinition)attempt.Node.Payload!;
        return new AttemptWatch(
            definition.Expect, expected.Of(attempt.Node.Name), view.ProgressOf(attempt.Node.Index), request.Time,
            text => inbox.Tell(new AttemptWarned(attempt, outside.Block(text), clock.Elapsed)),
            () => Blockers.Of(
                new WrittenDatabases(request, placeholders, header.SessionNamed).Of(definition.Target.Connection),
                meter));
    }

    private PackageContext ContextOf(
        Attempt attempt, ObjectDefinition definition, AttemptMeter meter, AttemptWatch watch)
    {
        var progress = view.ProgressOf(attempt.Node.Index);
        progress.Report(0, 0);
        return new PackageContext
        {
            Object = definition,
            Solution = request.Solution,
            AttemptId = attempt.Id,
            Run = header.Run,
            RunId = header.Id,
            Ledger = header.Ledger,
            Folder = header.Folder,
            Resolve = placeholders.Resolve,
            ResolveConnection = placeholders.ResolveConnection,
            Progress = progress.Report,
            Resources = resources,
            HeldUp = (reason, over) =>
            {
                watch.HeldUp(reason, over);
                inbox.Tell(new AttemptHeldUp(
                    attempt, reason, over is null ? null : outside.Line(over), clock.Elapsed));
            },
            Message = new AttemptMessages(log, outside, $"{attempt.Node.Name}, attempt {attempt.Number}").Tell,
            Redact = outside.RedactedSoFar,
            SendHttp = _outbound.Send,
            AllowsProcesses = request.AllowsProcesses,
            AllowsPlugins = request.AllowsPlugins,
            AllowsSqlText = request.AllowsSqlText,
            Meter = meter,
            Fence = fence,
            IsRelaxed = relaxed.Contains(attempt.Node.Relaxed),
            IsNamed = IsNamed(attempt.Node),
            Past = PastOf(attempt),
            ReplayedRun = request.ReplayedRun,
            Given = RunValuesOf.ByName(request.Plan, attempt),
            Facts = fact => attempt.Facts.GetValueOrDefault(fact),
            NightBegan = header.NightBegan,
            Moment = RunMoment.Of(header.NightBegan, request.Solution.AsOf, request.Time.LocalTimeZone),
            Time = request.Time,
            Cancellation = attempt.Cancellation,
        };
    }

    private PackagePast PastOf(Attempt attempt) => new()
    {
        Earlier = () => EarlierThan(attempt),
        Watermark = () => _standing.Watermark(attempt),
        Unfinished = () => [.. _standing.Unfinished(attempt).Select(one => one.Attempt)],
        Compare = (marker, loads) => _standing.Compare(attempt, marker, loads),
        LastLoad = () => _standing.LastLoad(attempt),
        MayFinish = earlier => _standing.MayFinish(attempt, earlier),
        Loads = () => PastLoads(attempt),
        FilesBefore = files => _standing.FilesBefore(attempt.Node.Name, files),
        HasLoadedFiles = () => _standing.HasLoadedFiles(attempt.Node.Name),
    };

    /// <summary>Whether somebody has named it; in a turn, by the name that it has there or in the plan.</summary>
    private bool IsNamed(PlanNode node)
    {
        if (node.Turns.Count == 0)
        {
            return request.Named.Contains(node.Index);
        }

        var (template, keys) = (LoopTemplates.NameOf(node), node.TurnKeys);
        return request.Named.Any(named => request.Plan.Nodes[named].Name == template
            && (!request.SelectedTurns.TryGetValue(named, out var meant)
                || meant.Any(each => !Wildcard.IsPattern(each) && TurnSelection.IsWithin(each, keys))));
    }

    private EarlierAttempt? EarlierThan(Attempt attempt)
    {
        using var reader = Read();
        var (plan, node) = (request.Plan, attempt.Node);
        return reader.AttemptBefore(
            attempt.Id, plan.Environment, node.Name, node.PackageKind, PackageCodes.UnknownOutcome) is { } one
            ? new EarlierAttempt(one.Run, one.Attempt, one.State, one.Error) : null;
    }

    private PastLoads PastLoads(Attempt attempt)
    {
        using var reader = Read();
        return LoadsInLedger.Of(reader, request.Plan.Environment, ReplayPlan.PackageOf(attempt.Node));
    }

    private LedgerReader Read() => LedgerReader.Reopen(location, request.Time);

    private PackageResult Clean(PackageResult result) => result with
    {
        LoadPath = outside.Line(result.LoadPath),
        Warnings = [.. result.Warnings.Select(outside.Block)],
        Error = result.Error is not { } error ? null : error with
        {
            Phase = outside.Line(error.Phase),
            Message = outside.Block(error.Message),
            Connection = outside.Line(error.Connection),
            Script = outside.Line(error.Script),
            ServerCode = outside.Line(error.ServerCode),
        },
    };

    private PackageResult Checked(PlanNode node, PackageResult result, bool askedToStop)
    {
        var broken = result switch
        {
            { Outcome: NodeState.Succeeded, Counts.AddUp: false } =>
                $"its rows do not add up: {result.Counts}",
            { Outcome: NodeState.Succeeded } => RunValuesOf.Problem(request.Plan, node, result),
            { Outcome: NodeState.Failed, Error: not null } => null,
            { Outcome: NodeState.Failed } => "it failed without an error",
            { Outcome: NodeState.Cancelled } when askedToStop => null,
            { Outcome: NodeState.Cancelled } => "it says Cancelled although nobody asked it to stop",
            _ => $"it ended as {result.Outcome}, which is no end of an attempt",
        };
        if (broken is null)
        {
            return result;
        }

        log.Error($"{node.Name}: the kind broke its contract: {broken}");
        return Bug(RunCodes.BrokenContract, $"The package's kind broke its contract: {broken}. That is a bug of this "
            + "program; please report it with run.log.") with
        { Counts = result.Counts };
    }

    private static PackageResult Bug(string code, string message) => Failure(code, ErrorClass.Bug, "run", message);

    private static Origin PlaceOf(PlanNode node) => (node.Payload as ObjectDefinition)?.At ?? default;

    private static PackageResult Failure(
        string code, ErrorClass @class, string phase, string message, Origin at = default)
    {
        var error = new PackageError
        {
            Code = code,
            Class = @class,
            Phase = phase,
            Message = message,
            Script = at.Line > 0 ? at.File : "",
            Line = at.Line,
        };
        return new PackageResult { Outcome = NodeState.Failed, Error = error };
    }
}
