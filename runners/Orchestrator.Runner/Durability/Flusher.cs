using Orchestrator.Core;
using Orchestrator.Core.Machine;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Relaxed;

namespace Orchestrator.Runner.Durability;

/// <summary>
/// Brings what was committed on the databases of one connection to disk, on a thread of its own, and finds out which
/// attempts survived. A session that is lost is opened anew for a while; then what it should have flushed is lost.
/// </summary>
internal sealed class Flusher : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(500);

    private readonly Func<int, RunScope> _scopeOf;
    private readonly TimeProvider _time;
    private readonly Func<Exception, PackageError?> _explain;
    private readonly CancellationToken _cancellation;
    private readonly Inbox<FlushRequest?> _inbox = new();
    private readonly Thread _thread;

    /// <summary>Begins, with nothing to do.</summary>
    /// <param name="connection">Name of the connection.</param>
    /// <param name="scopeOf">The scope of the database that a node writes.</param>
    /// <param name="time">The clock.</param>
    /// <param name="explain">What a failure of the database means; null = it is none.</param>
    /// <param name="cancellation">Stops a flush that is under way.</param>
    public Flusher(
        string connection, Func<int, RunScope> scopeOf, TimeProvider time, Func<Exception, PackageError?> explain,
        CancellationToken cancellation)
    {
        (_scopeOf, _time, _explain, _cancellation) = (scopeOf, time, explain, cancellation);
        _thread = new Thread(Work) { Name = $"flush {connection}", IsBackground = true };
        _thread.Start();
    }

    /// <summary>Flushes, and tells those of the attempts that are lost.</summary>
    public void Harden(IReadOnlyList<Attempt> attempts, Action<IReadOnlyList<Lost>> done) =>
        _inbox.Tell(new FlushRequest(attempts, done));

    /// <summary>Lets it end, and waits for that.</summary>
    /// <returns>Whether it has ended in time.</returns>
    public bool TryEnd(TimeSpan patience)
    {
        _inbox.Tell(null);
        return _thread.Join(patience);
    }

    public void Dispose() => _inbox.Tell(null);

    private void Work()
    {
        List<FlushRequest?> requests = [];
        while (true)
        {
            requests = _inbox.TakeAll(requests);
            foreach (var request in requests)
            {
                if (request is null)
                {
                    return;
                }

                request.Done([.. request.Attempts.GroupBy(attempt => _scopeOf(attempt.Node.Index))
                    .SelectMany(scope => Lost(scope.Key, [.. scope]))]);
            }
        }
    }

    private IEnumerable<Lost> Lost(RunScope scope, IReadOnlyList<Attempt> attempts)
    {
        var (found, why, isKnown) = CrashPoint.Around(
            "durability.flush", () => Flush(scope, [.. attempts.Select(attempt => attempt.Id)]));
        return attempts.Where(attempt => !found.Contains(attempt.Id))
            .Select(attempt => new Lost(attempt.Node.Index, attempt.Number, why, ClassOf(attempt, isKnown)));
    }

    private static ErrorClass ClassOf(Attempt attempt, bool isMarkerMissing) =>
        attempt.Node.Payload is not ObjectDefinition definition ? ErrorClass.Transient
        : isMarkerMissing ? LostWork.OfMissingMarker(definition)
        : LostWork.ClassOf(definition);

    private (IReadOnlySet<long> Found, string Why, bool IsKnown) Flush(RunScope scope, IReadOnlyList<long> attempts)
    {
        var began = _time.GetTimestamp();
        for (var isAgain = false; ; isAgain = true)
        {
            try
            {
                if (isAgain)
                {
                    scope.Session.Reopen();
                }

                return (scope.Session.Hardened(attempts, _cancellation), "its marker was not there after the flush: "
                    + "the server lost what it had committed", true);
            }
#pragma warning disable CA1031 // Whatever happens here must reach the run, not end this thread.
            catch (Exception fault)
#pragma warning restore CA1031
            {
                var mayHelp = _explain(fault) is { Class: ErrorClass.Transient }
                    && _time.GetElapsedTime(began) < Patience;
                if (!mayHelp || _cancellation.WaitHandle.WaitOne(Pause))
                {
                    return (new HashSet<long>(),
                        $"no flush could be made: {_explain(fault)?.Message.TrimEnd('.') ?? fault.ToString()}", false);
                }
            }
        }
    }

    private sealed record FlushRequest(IReadOnlyList<Attempt> Attempts, Action<IReadOnlyList<Lost>> Done);
}
