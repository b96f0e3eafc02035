using Orchestrator.Core;
using Orchestrator.Data.Absorb;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Absorb;

/// <summary>
/// Drains a buffer until it is told to stop: batch behind batch while there are rows, a look each interval while there
/// are none. Behind a failure it connects anew, later each time, and gives up after as many in a row as the metadata
/// says; while another one drains it waits. A planned stop drains what is there.
/// </summary>
internal sealed class DrainLoop(
    DatabaseAccess access, AbsorbTables tables, PackageContext context, DrainOwner owner,
    Action<DrainedRows, TimeSpan> told, Action<BufferStatus> measured, Action<Exception, TimeSpan> failed,
    Func<TimeSpan, bool> wait)
{
    private const int ShiftMax = 5;

    private static readonly TimeSpan MeasureEach = TimeSpan.FromSeconds(5);

    private readonly string _name = context.Object.FullName;
    private readonly BufferRates _rates = new();
    private readonly Random _dice = new();
    private readonly DrainRejects? _rejects = DrainRejects.Of(context);
    private DrainedRows _total;
    private long _renewed;
    private long _began;
    private long _looked;
    private int _failures;
    private bool _isWaiting;

    private long Left => context.Object.Absorb!.MaxRows is { } most ? most - _total.Taken : long.MaxValue;

    /// <summary>Returns when it was told to stop, has drained as many rows as it may, or once where that is asked for.
    /// </summary>
    public DrainedRows Run()
    {
        _began = context.Time.GetTimestamp();
        while (true)
        {
            try
            {
                RunOnce();
                return _total;
            }
            catch (BufferHeldException held) when (!context.Object.Absorb!.RunOnce)
            {
                _isWaiting = true;
                context.HeldUp(WaitReason.Claim, held.What);
                if (IsStopped || !wait(Spread(DrainTurn.Pause)))
                {
                    // What is there is drained by who has it.
                    WaitIsOver();
                    return _total;
                }
            }
            catch (OperationCanceledException) when (IsStopped)
            {
                // It never had the buffer: what is in there is drained by who comes next.
                return _total;
            }
            catch (Exception fault) when (MayPass(fault) && ++_failures < context.Object.Absorb!.MaxErrors)
            {
                // Who is asked to stop meanwhile tries once more to leave nothing behind.
                var pause = Spread(context.Object.Absorb.Interval * (1 << Math.Min(_failures, ShiftMax)));
                failed(fault, pause);
                wait(pause);
            }
        }
    }

    /// <summary>Asks it to drain what is there and to end.</summary>
    public CancellationToken Stop { get; init; }

    private bool IsStopped => Stop.IsCancellationRequested;

    // What a person has to mend is there a moment later, too.
    private bool MayPass(Exception fault) => Faults.IsExpected(fault) && !IsStopped
        && Faults.Result(fault, "drain", "", CancellationToken.None).Error?.Class == ErrorClass.Transient;

    private void RunOnce()
    {
        using var turn = access.TakeTurn();
        using var drainer = new Drainer(access, tables, context, owner, _rejects, Stop);
        Renewed();
        WaitIsOver();
        if (context.Object.Absorb!.RunOnce)
        {
            DrainWhatIsThere(drainer, () => Left > 0 && !IsStopped);
            return;
        }

        while (Left > 0 && !IsStopped)
        {
            var hasRows = drainer.Database.Number(drainer.Tables.Sql.HasRows) > 0;
            var isDone = (!hasRows && !IsDue) || Next(drainer) == 0;
            Measure(drainer);
            if (!isDone)
            {
                continue;
            }

            if (!wait(Spread(context.Object.Absorb.Interval)))
            {
                break;
            }
        }

        // A planned stop leaves nothing behind that was there; what writers add meanwhile is not waited for.
        if (IsStopped)
        {
            DrainWhatIsThere(drainer, () => Left > 0);
        }
    }

    private void WaitIsOver()
    {
        if (_isWaiting)
        {
            _isWaiting = false;
            context.HeldUp(WaitReason.Claim, null);
        }
    }

    private void DrainWhatIsThere(Drainer drainer, Func<bool> goesOn)
    {
        var last = drainer.Database.Number(drainer.Tables.Sql.Last);
        while (goesOn() && drainer.Database.Number(drainer.Tables.Sql.HasUpTo, ("last", last)) > 0
            && Next(drainer) > 0)
        {
        }
    }

    private long Next(Drainer drainer)
    {
        var since = context.Time.GetTimestamp();
        var done = drainer.Drain.Next(Left, CancellationToken.None);
        Renewed();
        _failures = 0;
        _total += done;
        if (done.Taken > 0)
        {
            BufferMeter.Tell(_name, done);
            told(done, context.Time.GetElapsedTime(since));
        }

        return done.Taken;
    }

    // The first look only says where the rates begin.
    private void Measure(Drainer drainer)
    {
        if (_looked != 0 && context.Time.GetElapsedTime(_looked) < MeasureEach)
        {
            return;
        }

        _looked = context.Time.GetTimestamp();
        var status = drainer.Measure(_rates, _total.Taken, context.Time.GetElapsedTime(_began));
        BufferMeter.Tell(_name, status);
        measured(status);
    }

    // While there are no rows, a transaction now and then says that it is still here.
    private bool IsDue => context.Time.GetElapsedTime(_renewed) > DrainLease.Lasts / 3;

    private void Renewed() => _renewed = context.Time.GetTimestamp();

    // Several of them do not all come at one moment.
    private TimeSpan Spread(TimeSpan time) => time * (0.75 + _dice.NextDouble() / 2);
}
