using Orchestrator.Data;
using Orchestrator.Ledger;
using Orchestrator.Service.Reading;

namespace Orchestrator.Service.Metrics;

/// <summary>
/// The page of numbers: those of the runs that have ended, which only grow, and what is so now. Pure. Nothing that has
/// many values tells numbers apart: no package, no run.
/// </summary>
internal sealed class MetricsText(ServiceOptions options)
{
    private readonly ExpositionText _text = new();

    /// <summary>The page.</summary>
    public string Of(Totals totals, IReadOnlyList<AtWork> atWork, ScheduleReading schedules)
    {
        _text.Begin("orchestrator_build_info", "gauge", "The version of this service.");
        _text.Add(1, ("version", options.Version));
        Runs(totals.Runs);
        Packages(totals.Packages);
        Attempts(totals.Attempts);
        Rows(totals.Attempts);
        Waits(totals.Waits);
        Now(atWork);
        Schedules(schedules);
        return _text.ToString();
    }

    private void Runs(IReadOnlyList<RunSum> runs)
    {
        _text.Begin("orchestrator_runs_total", "counter", "Runs that have ended, by their verdict.");
        foreach (var one in Ordered(runs, one => $"{one.Verdict}"))
        {
            _text.Add(one.Runs, [.. Labels(one.Solution, one.Batch), ("verdict", $"{one.Verdict}")]);
        }

        _text.Begin("orchestrator_run_duration_seconds", "summary", "From the begin of a run to its end.");
        foreach (var one in Ordered(runs, one => $"{one.Verdict}"))
        {
            (string, string)[] labels = [.. Labels(one.Solution, one.Batch), ("verdict", $"{one.Verdict}")];
            _text.Add("_sum", one.Duration.TotalSeconds, labels);
            _text.Add("_count", one.Runs, labels);
        }

        _text.Begin("orchestrator_last_run_end_timestamp_seconds", "gauge", "When the last run with a verdict ended.");
        foreach (var one in Ordered(runs, one => $"{one.Verdict}"))
        {
            _text.Add(Seconds(one.LastEnded), [.. Labels(one.Solution, one.Batch), ("verdict", $"{one.Verdict}")]);
        }
    }

    private void Packages(IReadOnlyList<PackageSum> packages)
    {
        _text.Begin("orchestrator_packages_total", "counter",
            "Packages and hooks of runs that have ended, by how they ended for good.");
        foreach (var one in packages.OrderBy(one => one.Solution, StringComparer.Ordinal)
            .ThenBy(one => one.Batch, StringComparer.Ordinal).ThenBy(one => one.Project, StringComparer.Ordinal)
            .ThenBy(one => one.State))
        {
            _text.Add(one.Packages,
                [.. Labels(one.Solution, one.Batch, one.Project), ("outcome", $"{one.State}")]);
        }
    }

    private void Attempts(IReadOnlyList<AttemptSum> attempts)
    {
        _text.Begin("orchestrator_package_duration_seconds", "histogram",
            "From the start of an attempt to its end, of runs that have ended, by how it ended.");
        foreach (var group in attempts.GroupBy(one => (one.Solution, one.Batch, one.Project, one.State))
            .OrderBy(one => $"{one.Key}", StringComparer.Ordinal))
        {
            (string, string)[] labels =
                [.. Labels(group.Key.Solution, group.Key.Batch, group.Key.Project), ("outcome", $"{group.Key.State}")];
            var bounds = LedgerReader.DurationBounds.Append(double.PositiveInfinity).ToList();
            for (var bucket = 0; bucket < bounds.Count; bucket++)
            {
                _text.Add("_bucket", group.Where(one => one.Bucket <= bucket).Sum(one => one.Attempts),
                    [.. labels, ("le", ExpositionText.Number(bounds[bucket]))]);
            }

            _text.Add("_sum", group.Sum(one => one.Duration.Ticks) / (double)TimeSpan.TicksPerSecond, labels);
            _text.Add("_count", group.Sum(one => one.Attempts), labels);
        }
    }

    private void Rows(IReadOnlyList<AttemptSum> attempts)
    {
        _text.Begin("orchestrator_rows_total", "counter",
            "Rows of attempts of runs that have ended, by what became of them.");
        foreach (var group in attempts.GroupBy(one => (one.Solution, one.Batch, one.Project))
            .OrderBy(one => $"{one.Key}", StringComparer.Ordinal))
        {
            var rows = group.Aggregate(default(RowCounts), (sum, one) => sum + one.Rows);
            foreach (var (kind, count) in rows.Terms)
            {
                _text.Add(count, [.. Labels(group.Key.Solution, group.Key.Batch, group.Key.Project), ("kind", kind)]);
            }
        }
    }

    private void Waits(IReadOnlyList<WaitSum> waits)
    {
        _text.Begin("orchestrator_package_wait_seconds_total", "counter",
            "Time of attempts, of runs that have ended, that were ready or at work and held up, by reason.");
        foreach (var one in waits.OrderBy(one => one.Solution, StringComparer.Ordinal)
            .ThenBy(one => one.Batch, StringComparer.Ordinal).ThenBy(one => one.Project, StringComparer.Ordinal)
            .ThenBy(one => one.Reason))
        {
            _text.Add(one.Duration.TotalSeconds,
                [.. Labels(one.Solution, one.Batch, one.Project), ("reason", $"{one.Reason}")]);
        }
    }

    private void Now(IReadOnlyList<AtWork> atWork)
    {
        _text.Begin("orchestrator_runs_at_work", "gauge", "Runs that are at work now.");
        _text.Add(atWork.Count, ("environment", options.Environment));
        _text.Begin("orchestrator_gate_slots", "gauge", "Packages that may be at work at once in the run at work.");
        foreach (var run in atWork)
        {
            _text.Add(run.Digest.Run.GateSlots, Labels(run.Digest.Run.Solution, run.Digest.Run.Batch));
        }

        _text.Begin("orchestrator_gate_in_use", "gauge", "Packages at work now.");
        foreach (var run in atWork)
        {
            _text.Add(run.SlotsInUse, Labels(run.Digest.Run.Solution, run.Digest.Run.Batch));
        }

        _text.Begin("orchestrator_packages_waiting", "gauge", "Packages that are not further now, by reason.");
        foreach (var run in atWork)
        {
            foreach (var group in run.Waits)
            {
                _text.Add(group.Count, [.. Labels(run.Digest.Run.Solution, run.Digest.Run.Batch),
                    ("reason", $"{group.Reason}")]);
            }
        }
    }

    private void Schedules(ScheduleReading schedules)
    {
        if (schedules.Scheduler is not { } scheduler)
        {
            return;
        }

        _text.Begin("orchestrator_scheduler_up", "gauge",
            "Whether triggers fire: 0 = it stops, or cannot use the ledger.");
        _text.Add(scheduler.IsStopping || scheduler.Trouble.Length > 0 ? 0 : 1, ("environment", options.Environment));
        _text.Begin("orchestrator_definitions_valid", "gauge",
            "Whether what lies in the folder is in force: 0 = it has errors.");
        _text.Add(scheduler.InvalidSince is null ? 1 : 0, ("environment", options.Environment));
        _text.Begin("orchestrator_firings_open", "gauge", "Firings that this service has to bring to their end.");
        _text.Add(scheduler.Firings, ("environment", options.Environment));
        _text.Begin("orchestrator_firings_in_line", "gauge", "Firings whose runs wait for another run to end.");
        _text.Add(scheduler.Line.Waiting.Count, ("environment", options.Environment));
        _text.Begin("orchestrator_schedule_pauses", "gauge", "Pauses that last now.");
        _text.Add(schedules.Pauses.Count, ("environment", options.Environment));
        _text.Begin("orchestrator_next_firing_timestamp_seconds", "gauge", "When a trigger is due next.");
        foreach (var (trigger, next) in scheduler.Triggers)
        {
            if (next is { } due)
            {
                _text.Add(Seconds(due.Instant),
                    [.. Labels(options.Solution, trigger.Batch), ("trigger", trigger.Name)]);
            }
        }
    }

    private static IOrderedEnumerable<RunSum> Ordered(IEnumerable<RunSum> runs, Func<RunSum, string> last) =>
        runs.OrderBy(one => one.Solution, StringComparer.Ordinal).ThenBy(one => one.Batch, StringComparer.Ordinal)
            .ThenBy(last, StringComparer.Ordinal);

    private static double Seconds(DateTimeOffset at) => (at - DateTimeOffset.UnixEpoch).TotalSeconds;

    private (string Name, string Value)[] Labels(string solution, string batch, string? project = null)
    {
        (string, string)[] labels =
        [
            ("solution", options.Outside.Line(solution)), ("environment", options.Environment),
            ("batch", options.Outside.Line(batch)),
        ];
        return project is null ? labels : [.. labels, ("project", options.Outside.Line(project))];
    }
}
