using Orchestrator.Data.Evidence;

namespace Orchestrator.Lab.Calibrate.Inserts;

/// <summary>Runs one step of a ladder, and then for a shorter time its twin whose commits do not wait for the log: the
/// difference is what the log costs.</summary>
internal sealed class RungRun(RungSurroundings around, LadderTerms terms, IEvidence? evidence)
{
    /// <summary>What it took.</summary>
    /// <exception cref="Exception">What the driver threw.</exception>
    public RungMeasure Of(Rung rung)
    {
        using var watch = new RungWatch(evidence, around.Use.Time);
        using var crew = Crew(rung, terms.RungTime, isRelaxed: false);
        var (before, after) = (TimeSpan.Zero, TimeSpan.Zero);
        around.Table.Renew();
        crew.Work(
            () =>
            {
                watch.Begin(crew.Sessions);
                before = Environment.CpuUsage.TotalTime;
            },
            () =>
            {
                after = Environment.CpuUsage.TotalTime;
                watch.End();
            });
        watch.Count();
        RefuseLost(rung, crew);
        var (log, how) = LogTime(rung, crew, watch);
        return new RungMeasure
        {
            Rung = rung,
            Elapsed = crew.Elapsed,
            Rows = crew.Rows,
            Commits = crew.Commits,
            WriterTime = crew.WriterTime,
            ClientTime = after - before,
            ServerTime = crew.ServerTime,
            IsOnThisMachine = watch.IsOnThisMachine,
            HasOneWriter = around.Platform.Abilities.HasOneWriter,
            Processors = Environment.ProcessorCount,
            LogTime = log,
            LogTimeHow = how,
            Waits = watch.Waits,
            Flushes = watch.Flushes,
            LogBytes = watch.LogBytes,
        };
    }

    private RungCrew Crew(Rung rung, TimeSpan limit, bool isRelaxed) => new(
        rung, around, new RungQuota(terms.RowsMax, limit, around.Use.Time, around.Use.Cancellation),
        limit + terms.Patience, isRelaxed);

    private (TimeSpan? Time, string How) LogTime(Rung rung, RungCrew durable, RungWatch watch)
    {
        if (watch.LogTime is { } counted)
        {
            return (counted, "counted by the server");
        }

        if (around.Platform.Abilities.CommitsAsDatabaseSays || durable.Rows == 0)
        {
            return (null, "");
        }

        around.Table.Renew();
        using var twin = Crew(rung, terms.TwinTime, isRelaxed: true);
        twin.Work(() => { }, () => { });
        RefuseLost(rung, twin);
        var relaxed = twin.Rows / twin.Elapsed.TotalSeconds;
        var share = 1 - (durable.Rows / durable.Elapsed.TotalSeconds / relaxed);
        return (durable.WriterTime * Math.Clamp(share, 0, 1),
            $"the same for {Core.Words.Duration(twin.Elapsed)} with commits that did not wait for the log");
    }

    /// <summary>A figure of rows that are not there would be none.</summary>
    private void RefuseLost(Rung rung, RungCrew crew)
    {
        if (!around.Use.Cancellation.IsCancellationRequested
            && around.Table.Count() is var count && count != crew.Rows + crew.WarmedUp)
        {
            throw new InvalidOperationException($"{rung.Name} with {rung.Writers} writers inserted "
                + $"{crew.Rows + crew.WarmedUp} rows, and the table has {count}");
        }
    }
}
