using Orchestrator.Core;
using Orchestrator.Core.Machine;
using Orchestrator.Ledger;
using Orchestrator.Runner.Retry;

namespace Orchestrator.Runner;

/// <summary>
/// Tells the log and the observer of a run what is in the ledger. Used by the owner loop only, but for what is told of
/// a wait for the ledger; the observer is told one thing at a time.
/// </summary>
internal sealed class RunNotifier(RunRequest request, RunHeader header, RunLog log)
{
    private const int GoneMax = 10;

    private readonly IReadOnlyList<bool> _isTemplate = LoopTemplates.Of(request.Plan.Nodes);
    private readonly Dictionary<int, PlanNode> _grown = [];
    private readonly HashSet<string> _withTurns = new(StringComparer.Ordinal);
    private readonly Lock _turn = new();
    private readonly List<Action<RunNotice>> _observers =
        [.. request.Observer?.GetInvocationList().Cast<Action<RunNotice>>() ?? []];

    /// <summary>How the run goes on from another one; null = it begins anew.</summary>
    public Continuation? Continued { get; init; }

    public void Began(RunView view, RunHeader begun)
    {
        log.Information($"run {header.Run} ({header.Id}) of {header.Batch} in {header.Environment}: {header.Packages} "
            + $"packages, gate {header.Gate} ({header.GateWhy}), plan {header.PlanHash}, commit "
            + $"{header.GitCommit ?? "unknown"}");
        if (header.Continues is { } continued)
        {
            log.Information($"it continues run {continued}, by which {header.Done} packages are done");
        }

        foreach (var option in header.Options)
        {
            log.Information($"option {option.Name} = {option.Value} from {option.From}");
        }

        Tell(new RunBegan(TimeSpan.Zero, begun, view));
    }

    /// <summary>A turn was committed.</summary>
    public void Of(LoopTurn turn)
    {
        foreach (var (attempt, warning, at) in turn.Warnings)
        {
            log.Warning($"{attempt.Node.Name}, attempt {attempt.Number}: {warning.Text}");
            Tell(new AttemptWarns(at, attempt.Node, attempt.Number, warning.Text));
        }

        foreach (var (asked, answer) in turn.Answers)
        {
            Tell(asked, answer);
        }

        foreach (var expansion in turn.Expansions)
        {
            Of(expansion);
        }

        foreach (var transition in turn.Transitions.Where(one =>
            one.Node >= _isTemplate.Count || !_isTemplate[one.Node]))
        {
            var node = NodeOf(transition.Node);
            if (node.Loop is not null && transition.To == NodeState.Succeeded)
            {
                TellGone(transition.At, node, []);
            }

            var attempt = TurnResults.EndsAttempt(transition) || TurnResults.LosesAttempt(transition)
                ? turn.Attempts[(transition.Node, transition.Attempt)] : null;
            if (attempt is not null)
            {
                Log(transition, node, attempt);
            }
            else if (ErrorOf(transition, node, attempt) is { } error)
            {
                log.Error($"{node.Name}: {transition.To}\n{error.Code} {error.Class}\n{error.Message}");
            }

            if (_observers.Count > 0)
            {
                Tell(new NodeChanged(transition.At, node, transition.From, transition.To, transition.Attempt,
                    transition.Why)
                {
                    Who = transition.Who,
                    Counts = attempt?.Result?.Counts ?? default,
                    Failure = FailureOf(transition, node, attempt),
                    AttemptId = attempt?.Id ?? 0,
                    Times = attempt is null ? null : turn.Times.Find(
                        one => one.Node == transition.Node && one.Attempt == transition.Attempt),
                    // Of one that is left behind its own thread still writes them.
                    Phases = attempt?.Result is null ? [] : attempt.Phases,
                });
            }
        }
    }

    private void Of(RecordExpansion expansion)
    {
        var nodes = expansion.Turns.SelectMany(turn => turn.Nodes).ToList();
        nodes.ForEach(grown => _grown[grown.Node.Index] = grown.Node);
        log.Information($"{NodeOf(expansion.Loop).Name}: {Words.Count(expansion.Turns.Count, "turn")} with "
            + $"{nodes.Count} packages and containers");
        TellGone(expansion.At, NodeOf(expansion.Loop), expansion.Turns.Select(turn => turn.Given.Key));
        TellUnmet(expansion);
    }

    /// <summary>A turn that was selected and is not there is told: nothing is done for it.</summary>
    private void TellUnmet(RecordExpansion expansion)
    {
        var loop = NodeOf(expansion.Loop);
        if (request.SelectedTurns.Count == 0 || loop.Loop is not { While: null } || loop.Turns.Count > 0)
        {
            return;
        }

        var there = expansion.Turns.SelectMany(turn => turn.Nodes.Select(node => node.Template)).ToHashSet();
        // A turn is meant by keys that are its own, or stand in it or around it; that holds the other way round, too.
        string[] own = [.. expansion.Turns.Select(turn => turn.Given.Key)];
        var turns = new MeantTurns(own);
        string[] unmet = [.. request.SelectedTurns.Where(one => there.Contains(one.Key)).SelectMany(one => one.Value)
            .Distinct().Where(keys => !(Wildcard.IsPattern(keys)
                ? Array.Exists(own, key => TurnSelection.IsAmong([keys], key)) : turns.IsAmong(keys)))];
        if (unmet.Length > 0)
        {
            var text = $"{loop.Name}: none of its {Words.Count(expansion.Turns.Count, "turn")} is "
                + $"{Words.First(GoneMax, unmet.Select(keys => $"[{keys}]"))}, which was selected";
            log.Warning(text);
            Tell(new RunRemark(expansion.At, text));
        }
    }

    /// <summary>What a loop had turns for in the run that this one continues, and has none for today, is told once:
    /// what was left to do of it nobody does.</summary>
    private void TellGone(TimeSpan at, PlanNode loop, IEnumerable<string> keys)
    {
        if (!_withTurns.Add(loop.Name) || loop.Loop is not { While: null }
            || Continued?.TurnsThen.GetValueOrDefault(loop.Name) is not { } then)
        {
            return;
        }

        string[] gone = [.. then.Keys.Except(keys, StringComparer.Ordinal)];
        if (gone.Length > 0)
        {
            var text = $"{loop.Name}: {Words.Count(gone.Length, "turn")} of run {then.Run} "
                + $"{(gone.Length == 1 ? "is" : "are")} not there any more: {Words.First(GoneMax, gone)}";
            log.Information(text);
            Tell(new RunRemark(at, text));
        }
    }

    private PlanNode NodeOf(int node) =>
        _grown.TryGetValue(node, out var grown) ? grown : request.Plan.Nodes[node];

    public void Trouble(TimeSpan at, string text, IReadOnlyList<string> atWork)
    {
        log.Warning(atWork.Count > 0 ? $"{text} At work: {string.Join(", ", atWork)}" : text);
        Tell(new RunTrouble(at, text, atWork, $"retry {header.Run}"));
    }

    /// <summary>The run waits for its ledger while it is at no package; from any thread.</summary>
    public void HeldUp(TimeSpan at, string text) => Trouble(at, text, []);

    public void StopAsked(TimeSpan at, string by)
    {
        log.Warning($"asked to stop by {by}: packages at work have {request.Grace} to do so");
        Tell(new StopAsked(at, by, request.Grace));
    }

    public void Finished(RunSummary summary)
    {
        var groups = summary.GroupsFailed > 0 ? $", {Words.Count(summary.GroupsFailed, "group")} failed" : "";
        log.Information($"{summary.Verdict}: {summary.Succeeded} ok, {summary.Failed} failed, {summary.Blocked} "
            + $"blocked, {summary.Cancelled} cancelled, {summary.Skipped} skipped{groups} in {summary.Wall}; exit code "
            + $"{summary.ExitCode}");
        Tell(new RunFinished(summary.Wall, summary));
    }

    private void Tell(RequestRecord asked, RecordAnswer answer)
    {
        var what = asked.Node == 0 ? "the run" : NodeOf(asked.Node).Name;
        var verb = $"{asked.Verb.ToString().ToLowerInvariant()}{(asked.AsSuccess ? " as success" : "")}";
        var why = asked.Reason.Length == 0 ? "" : $" ({asked.Reason})";
        log.Information($"{asked.Who} asked to {verb} {what}{why}, request {asked.Number}: {answer.Text}");
        Tell(new RequestAnswered(answer.At, asked.Who, verb, answer.IsDone, answer.Text));
    }

    private void Log(RecordTransition transition, PlanNode node, Attempt attempt)
    {
        var text = $"{node.Name}, attempt {transition.Attempt} (audit id {attempt.Id}, {attempt.Thread.Name}): "
            + $"{transition.To}, {transition.Why}";
        if (TurnResults.ErrorOf(transition, attempt) is { } error)
        {
            log.Error($"{text}\n{error.Code} {error.Class} in {error.Phase} {error.Connection} {error.Script} "
                + $"{error.ServerCode}\n{error.Message}");
        }
        else
        {
            log.Information($"{text}; {attempt.Result?.Counts}");
        }

        foreach (var warning in attempt.Result?.Warnings ?? [])
        {
            log.Warning($"{node.Name}: {warning}");
        }
    }

    private FailureBlock? FailureOf(RecordTransition transition, PlanNode node, Attempt? attempt) =>
        ErrorOf(transition, node, attempt) is not { } error ? null : new FailureBlock
        {
            Package = node.Name,
            Error = error,
            Attempt = transition.Attempt,
            AttemptsMax = node.Retry.Count + 1,
            RowsRead = attempt?.Result?.Counts.Read ?? 0,
            RowsWritten = (attempt?.Result?.Counts.Inserted ?? 0) + (attempt?.Result?.Counts.Updated ?? 0),
            NextCommand = RunSummaries.RunAgain(
                header.Run, node.Kind == NodeKind.Package ? node.Name : null, node.Purpose, error),
        };

    private static PackageError? ErrorOf(RecordTransition transition, PlanNode node, Attempt? attempt) =>
        attempt is not null ? TurnResults.ErrorOf(transition, attempt)
            : RunSummaries.ErrorBefore(node.Kind, transition.To, transition.Attempt, transition.Why);

    private void Tell(RunNotice notice)
    {
        lock (_turn)
        {
            foreach (var observer in _observers.ToArray())
            {
                Tell(observer, notice);
            }
        }
    }

    private void Tell(Action<RunNotice> observer, RunNotice notice)
    {
        try
        {
            observer(notice);
        }
#pragma warning disable CA1031 // A screen that broke (a closed pipe) must not end the loads.
        catch (Exception exception)
#pragma warning restore CA1031
        {
            _observers.Remove(observer);
            log.Error($"the run's observer failed and is told nothing more: {exception}");
        }
    }
}
