using System.Collections.Concurrent;
using Orchestrator.Core;
using Orchestrator.Core.Machine;
using Orchestrator.Data.Durability;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Runner.Durability;

/// <summary>
/// The databases that one run relaxes: entered before its first package, flushed by a thread for each connection, and
/// left before its end is recorded. Whatever is in the way of relaxing one leaves it durable, and is said.
/// </summary>
internal sealed class RunDurability(
    RunRequest request, ScopeSurroundings around, LedgerWriter ledger, long run, RunLog log) : IDisposable
{
    private static readonly TimeSpan HardPatience = TimeSpan.FromSeconds(5);

    private readonly List<RunScope> _scopes = [];
    // Flushers ask while turns of loops come.
    private readonly ConcurrentDictionary<int, RunScope> _scopeOfNode = [];
    private readonly Dictionary<int, Flusher> _flushers = [];
    private readonly Dictionary<DatabaseIdentity, string> _refused = [];
    private readonly List<DurabilityLine> _lines = [];
    private readonly CancellationTokenSource _entering = new();
    private readonly CancellationTokenSource _atOnce = new();
    private readonly CancellationTokenSource _over = new();
    private bool _isLeft;

    /// <summary>Indices into <see cref="Plan.Relaxed"/> of the connections that are relaxed.</summary>
    public IReadOnlySet<int> Relaxed => _flushers.Keys.ToHashSet();

    /// <summary>What became of each connection that the plan wants relaxed.</summary>
    public IReadOnlyList<DurabilityLine> Lines => _lines;

    /// <summary>Relaxes what the plan wants relaxed and a package of this run writes.</summary>
    /// <exception cref="LedgerException">An intent could not be recorded; what was entered is to be left.</exception>
    public void Enter()
    {
        for (var i = 0; i < request.Plan.Relaxed.Count; i++)
        {
            if (request.Plan.Nodes.Any(node => node.Relaxed == i && IsToRun(node)))
            {
                Enter(i, request.Plan.Relaxed[i].Connection);
            }
        }

        ledger.Relax(_scopeOfNode.ToDictionary(one => one.Key, one => one.Value.Record.Number));
    }

    /// <summary>Somebody asks the run to stop: entering is given up, and flushes where it is at once.</summary>
    public void StopAsked(int times)
    {
        _ = _entering.CancelAsync();
        if (times > 1)
        {
            _ = _atOnce.CancelAsync();
            _over.CancelAfter(HardPatience);
        }
    }

    /// <summary>
    /// The plan, in which those wait for a flush, too, that read a relaxed database through a connection of another
    /// name: which those are only the servers know.
    /// </summary>
    public Plan WithReaders()
    {
        var plan = request.Plan;
        var relaxed = _flushers.Keys.SelectMany(index => plan.Nodes.Where(node => node.Relaxed == index)
            .Select(node => (Index: index, Database: _scopeOfNode[node.Index].Session.Identity))).Distinct().ToArray();
        var platforms = _scopes.Select(scope => scope.Record.Platform).ToHashSet();
        var found = plan.Nodes.Where(IsToRun).Select(SourceOf).OfType<string>().Distinct()
            .Where(source => relaxed.All(one => plan.Relaxed[one.Index].Connection != source)
                && around.Targets.PlatformOf(source) is { } platform && platforms.Contains(platform))
            .ToDictionary(source => source, around.Targets.Identities);
        return found.Count == 0 ? plan : plan with
        {
            Nodes = [.. plan.Nodes.Select(node => SourceOf(node) is { } source && found.TryGetValue(source, out var its)
                ? node with
                {
                    ReadsRelaxed = [.. node.ReadsRelaxed, .. relaxed.Where(one => its.Contains(one.Database))
                        .Select(one => one.Index).Except(node.ReadsRelaxed)],
                }
                : node)],
        };
    }

    /// <summary>What came in a loop commits where what it was made after does.</summary>
    public void Take(RecordExpansion expansion)
    {
        foreach (var grown in expansion.Turns.SelectMany(turn => turn.Nodes))
        {
            if (_scopeOfNode.TryGetValue(grown.Template, out var scope))
            {
                _scopeOfNode[grown.Node.Index] = scope;
            }
        }
    }

    /// <summary>Brings attempts on a database to disk, and tells which are lost.</summary>
    public void Harden(int database, IReadOnlyList<Attempt> attempts, Action<IReadOnlyList<Lost>> done) =>
        _flushers[database].Harden(attempts, done);

    /// <summary>
    /// Leaves all that was entered, and says what could not be: it stays open, for the next run or
    /// `durability restore`.
    /// </summary>
    public IReadOnlyList<string> Leave()
    {
        if (_isLeft)
        {
            return [];
        }

        _isLeft = true;
        var patience = _atOnce.IsCancellationRequested ? HardPatience : Timeout.InfiniteTimeSpan;
        var stuck = _flushers.Where(one => !one.Value.TryEnd(patience))
            .Select(one => request.Plan.Relaxed[one.Key].Connection).ToHashSet();
        List<Exception> bugs = [];
        string[] warnings = [.. _scopes.Select(scope => Leave(scope, stuck, bugs)).OfType<string>().Select(Warned)];
        return bugs.Count == 0 ? warnings : throw new AggregateException(bugs);
    }

    public void Dispose()
    {
        _ = Leave();
        _scopes.ForEach(scope => scope.Dispose());
        _entering.Dispose();
        _atOnce.Dispose();
        _over.Dispose();
    }

    private string? Leave(RunScope scope, HashSet<string> stuck, List<Exception> bugs)
    {
        try
        {
            return new ScopeLeaving(around, ledger, run).Leave(
                scope, stuck.Contains(scope.Record.Connection), _over.Token);
        }
#pragma warning disable CA1031 // A bug of ours at one database leaves no other one relaxed.
        catch (Exception bug)
#pragma warning restore CA1031
        {
            bugs.Add(bug);
            return null;
        }
    }

    private bool IsToRun(PlanNode node) => request.Selected?.Contains(node.Index) ?? true;

    private void Enter(int index, string connection)
    {
        List<RunScope> entered = [];
        try
        {
            var why = Enter(index, entered);
            _flushers[index] = new Flusher(
                connection, node => _scopeOfNode[node], request.Time,
                fault => around.Explain(connection, fault), _atOnce.Token);
            Tell(new DurabilityLine(
                connection, string.Join(", ", entered.Select(scope => scope.Record.Database).Distinct()), true, why));
        }
        catch (Exception fault) when (around.Explain(connection, fault) is { } error && fault is not LedgerException)
        {
            foreach (var node in request.Plan.Nodes.Where(node => node.Relaxed == index))
            {
                _scopeOfNode.TryRemove(node.Index, out _);
            }

            // If another connection relaxes that database, nobody would flush what this one commits there.
            foreach (var database in around.Targets.Identities(connection))
            {
                _refused.TryAdd(database, connection);
            }

            var why = error.Message.TrimEnd('.');
            new ScopeEntering(around, ledger, run).Refused(
                connection, $"{around.Targets.Connection(connection)?.Platform}", why);
            Tell(new DurabilityLine(connection, "", false, why));
        }
    }

    private string Enter(int index, List<RunScope> entered)
    {
        var entering = new ScopeEntering(around, ledger, run);
        var durable = around.Targets.Durable(request.Plan, around.Location.Name);
        var targets = around.Targets.Of(request.Plan.Relaxed[index].Connection);
        SortedSet<string> notes = new(StringComparer.Ordinal);
        foreach (var nodes in request.Plan.Nodes.Where(node => node.Relaxed == index)
            .GroupBy(node => around.Targets.Of(node, targets)))
        {
            var (scope, why) = entering.Enter(nodes.Key, _scopes, _refused, durable, _over.Token, _entering.Token);
            entered.Add(scope);
            if (!_scopes.Contains(scope))
            {
                _scopes.Add(scope);
            }

            foreach (var node in nodes)
            {
                _scopeOfNode[node.Index] = scope;
            }

            notes.Add(why);
        }

        return string.Join("; ", notes.Where(note => note.Length > 0));
    }

    private static string? SourceOf(PlanNode node) => (node.Payload as ObjectDefinition)?.Source?.Connection;

    private void Tell(DurabilityLine line)
    {
        _lines.Add(line);
        if (line.IsRelaxed)
        {
            log.Information($"{line.Connection} is relaxed ({line.Database})"
                + (line.Why.Length > 0 ? $": {line.Why}" : ""));
        }
        else
        {
            log.Warning($"{RunCodes.NotRelaxed} {line.Connection} stays durable: {line.Why}");
        }
    }

    private string Warned(string text)
    {
        log.Warning(text);
        return text;
    }
}
