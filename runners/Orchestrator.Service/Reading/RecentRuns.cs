using Orchestrator.Ledger;

namespace Orchestrator.Service.Reading;

/// <summary>
/// What was made of runs that have ended, the ones asked for last; made anew where the ledger says anything else of a
/// run than before. Bounded; safe for threads.
/// </summary>
internal sealed class RecentRuns<T>(int most)
    where T : class
{
    private readonly LinkedList<Kept> _order = new();
    private readonly Dictionary<long, LinkedListNode<Kept>> _byRun = [];
    private readonly Lock _lock = new();

    /// <param name="reader">The ledger.</param>
    /// <param name="run">The run as it is now.</param>
    /// <param name="make">Makes what is not there yet.</param>
    public T Of(LedgerReader reader, RunRecord run, Func<LedgerReader, RunRecord, T> make)
    {
        if (run.Verdict is null)
        {
            return make(reader, run);
        }

        if (Find(run.Number) is { } known && known.Run == run
            && reader.Transitions(run.Number, known.LastTransition, 1).Count == 0
            && reader.Scopes(run.Number).SequenceEqual(known.Scopes))
        {
            return known.Made;
        }

        var scopes = reader.Scopes(run.Number);
        var last = Last(reader, run.Number);
        var made = make(reader, run);
        Keep(new Kept(run, last, scopes, made));
        return made;
    }

    private static long Last(LedgerReader reader, long run)
    {
        const int step = 10_000;
        var last = 0L;
        while (reader.Transitions(run, last, step) is { Count: > 0 } more)
        {
            last = more[^1].Sequence;
        }

        return last;
    }

    private Kept? Find(long run)
    {
        lock (_lock)
        {
            if (!_byRun.TryGetValue(run, out var node))
            {
                return null;
            }

            _order.Remove(node);
            _order.AddFirst(node);
            return node.Value;
        }
    }

    private void Keep(Kept kept)
    {
        lock (_lock)
        {
            if (_byRun.Remove(kept.Run.Number, out var before))
            {
                _order.Remove(before);
            }

            _byRun[kept.Run.Number] = _order.AddFirst(kept);
            if (_order.Count > most)
            {
                _byRun.Remove(_order.Last!.Value.Run.Number);
                _order.RemoveLast();
            }
        }
    }

    private sealed record Kept(RunRecord Run, long LastTransition, IReadOnlyList<ScopeRecord> Scopes, T Made);
}
