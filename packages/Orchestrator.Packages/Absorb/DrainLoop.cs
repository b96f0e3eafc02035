using Orchestrator.Data.Absorb;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Absorb;

/// <summary>
/// Drains a buffer until it is told to stop: batch behind batch while there are rows, a look each interval while there
/// are none. Behind a failure it connects anew, later each time, and gives up after as many in a row as the metadata
/// says. A planned stop drains what is there.
/// </summary>
internal sealed class DrainLoop(
    DatabaseAccess access, AbsorbTables tables, PackageContext context, string owner,
    Action<DrainedRows, TimeSpan> told, Action<Exception, TimeSpan> failed, Func<TimeSpan, bool> wait)
{
    private const int ShiftMax = 5;

    private readonly Random dice = new();
    private DrainedRows total;
    private long renewed;
    private int failures;

    private long Left => context.Object.Absorb!.MaxRows is { } most ? most - total.Taken : long.MaxValue;

    /// <summary>Returns when it was told to stop, has drained as many rows as it may, or once where that is asked for.
    /// </summary>
    public DrainedRows Run()
    {
        while (true)
        {
            try
            {
                RunOnce();
                return total;
            }
            catch (Exception fault) when (
                Faults.IsExpected(fault) && ++failures < context.Object.Absorb!.MaxErrors && !IsStopped)
            {
                var pause = Spread(context.Object.Absorb.Interval * (1 << Math.Min(failures, ShiftMax)));
                failed(fault, pause);
                if (!wait(pause))
                {
                    return total;
                }
            }
        }
    }

    private bool IsStopped => context.Cancellation.IsCancellationRequested;

    private void RunOnce()
    {
        using var turn = access.TakeTurn();
        using var drainer = new Drainer(access, tables, context, owner);
        Renewed();
        if (context.Object.Absorb!.RunOnce)
        {
            var last = drainer.Database.Number(tables.Sql.Last);
            while (Left > 0 && !IsStopped && drainer.Database.Number(tables.Sql.HasUpTo, ("last", last)) > 0)
            {
                Next(drainer);
            }

            return;
        }

        while (Left > 0 && !IsStopped)
        {
            var hasRows = drainer.Database.Number(tables.Sql.Last) > 0;
            if ((hasRows || IsDue) && Next(drainer) > 0)
            {
                continue;
            }

            if (!wait(Spread(context.Object.Absorb.Interval)))
            {
                break;
            }
        }

        // A planned stop leaves nothing behind that was there.
        while (IsStopped && Left > 0 && Next(drainer) > 0)
        {
        }
    }

    private long Next(Drainer drainer)
    {
        var began = context.Time.GetTimestamp();
        var done = drainer.Drain.Next(Left, () => { }, CancellationToken.None);
        Renewed();
        failures = 0;
        total += done;
        if (done.Taken > 0)
        {
            told(done, context.Time.GetElapsedTime(began));
        }

        return done.Taken;
    }

    // While there are no rows, a transaction now and then says that it is still here.
    private bool IsDue => context.Time.GetElapsedTime(renewed) > DrainLease.Lasts / 3;

    private void Renewed() => renewed = context.Time.GetTimestamp();

    // Several of them do not all come at one moment.
    private TimeSpan Spread(TimeSpan time) => time * (0.75 + dice.NextDouble() / 2);
}
