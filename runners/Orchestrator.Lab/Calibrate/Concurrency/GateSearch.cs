namespace Orchestrator.Lab.Calibrate.Concurrency;

/// <summary>
/// Tries a batch at one gate after the other until the knee is found or the time is over. The first run only warms up
/// caches, and is not counted. Pure: somebody else runs.
/// </summary>
public static class GateSearch
{
    /// <summary>Searches.</summary>
    /// <param name="terms">How.</param>
    /// <param name="time">The clock.</param>
    /// <param name="run">Runs the batch at a gate; null = it did not succeed, or somebody asked to stop.</param>
    public static GateResult Find(GateTerms terms, TimeProvider time, Func<int, GateTrial?> run)
    {
        var began = time.GetTimestamp();
        List<GateTrial> trials = [];
        if (run(terms.Automatic) is not { } first)
        {
            return new GateResult(terms, trials, IsWhole: false);
        }

        var search = new KneeSearch(new KneeTerms
        {
            Most = terms.Most,
            Also = [terms.Automatic],
            Rounds = terms.Rounds,
            Margin = terms.Margin,
        });
        var longest = first.Makespan;
        while (search.Next() is { } gate)
        {
            var expected = trials.Where(trial => trial.Gate == gate).Select(trial => trial.Makespan)
                .DefaultIfEmpty(longest).Max();
            if (time.GetElapsedTime(began) + expected > terms.TimeMax || run(gate) is not { } trial)
            {
                return new GateResult(terms, trials, IsWhole: false);
            }

            trials.Add(trial);
            search.Add(gate, 1 / Math.Max(trial.Makespan.TotalSeconds, 1e-6));
            longest = trial.Makespan > longest ? trial.Makespan : longest;
        }

        return new GateResult(terms, trials, IsWhole: true);
    }
}
