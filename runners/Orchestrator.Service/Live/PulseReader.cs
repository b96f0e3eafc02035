using Orchestrator.Core;
using Orchestrator.Ledger;

namespace Orchestrator.Service.Live;

/// <summary>
/// Looks at the newest run and at those at work, and remembers how far each had come, so that only what is new is read.
/// One thread at a time.
/// </summary>
internal sealed class PulseReader(string environment)
{
    private const int Step = 5_000;
    private const int KeptMax = 100;

    private readonly Dictionary<long, long> _sequences = [];

    /// <summary>By the number of the run.</summary>
    public IReadOnlyList<RunPulse> Of(LedgerReader reader)
    {
        var runs = reader.NotEnded().Where(run => run.Environment == environment)
            .Concat(reader.Runs(environment: environment, limit: 1)).DistinctBy(run => run.Number)
            .OrderBy(run => run.Number).TakeLast(KeptMax).ToList();
        foreach (var gone in _sequences.Keys.Except(runs.Select(run => run.Number)).ToList())
        {
            _sequences.Remove(gone);
        }

        return [.. runs.Select(run => new RunPulse(
            run.Number, Sequence(reader, run.Number), run.Verdict is { } verdict ? Words.Of(verdict) : "running"))];
    }

    private long Sequence(LedgerReader reader, long run)
    {
        var last = _sequences.GetValueOrDefault(run);
        while (reader.Transitions(run, last, Step) is { Count: > 0 } more)
        {
            last = more[^1].Sequence;
        }

        return _sequences[run] = last;
    }
}
