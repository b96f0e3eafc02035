using Orchestrator.Data;
using Orchestrator.Data.Evidence;
using Orchestrator.Runner.Doctor;

namespace Orchestrator.Lab.Calibrate.Inserts;

/// <summary>Measures the ladder of inserts on one database, and leaves nothing there.</summary>
/// <param name="platform">Its platform.</param>
/// <param name="address">Where it is.</param>
/// <param name="terms">How far the ladder goes.</param>
/// <param name="time">The clock.</param>
/// <param name="stop">Ends it; what was made is removed all the same.</param>
public sealed class InsertCalibration(
    IPlatform platform, DatabaseAddress address, LadderTerms terms, TimeProvider time, CancellationToken stop)
{
    private const string Application = "orchestrator calibrate";

    private static readonly Rung First = new(RungKind.Rows, 1, 1);

    /// <summary>The table that it makes.</summary>
    public ScratchTable Table { get; } = new(
        platform, address, UseOf(time, platform.Abilities.IsFile ? CancellationToken.None : stop), terms.Patience);

    /// <summary>Why the server tells less than it could, in words.</summary>
    public IReadOnlyList<string> Missing { get; private set; } = [];

    /// <summary>Whether the table was made, so that from then on a failure is one in the middle of the work.</summary>
    public bool IsBegun { get; private set; }

    /// <summary>Why the table could not be removed; null where it is gone, or was never made.</summary>
    public string? WhyLeft { get; private set; }

    /// <summary>Climbs the ladder; what was measured counts, also where the table cannot be removed.</summary>
    /// <param name="told">Told each step when it is over.</param>
    /// <exception cref="Exception">What the driver threw; the table is removed where that is possible.</exception>
    public LadderResult Climb(Action<RungMeasure> told)
    {
        if (!IsMade())
        {
            return new LadderResult([], null, null, IsWhole: false);
        }

        try
        {
            using var evidence = platform.OpenEvidence(address, UseOf(time, stop));
            Missing = evidence?.Missing ?? [];
            var run = new RungRun(Around(evidence), terms, evidence);
            var began = time.GetTimestamp();
            return new InsertLadder(platform.Dialect, terms, rung =>
            {
                if (stop.IsCancellationRequested || time.GetElapsedTime(began) >= terms.TimeMax)
                {
                    return null;
                }

                var measured = Measured(run, rung);
                if (measured is not null)
                {
                    told(measured);
                }

                return measured;
            }).Climb();
        }
        finally
        {
            Remove();
        }
    }

    private void Remove()
    {
        try
        {
            Table.Remove();
        }
        catch (Exception fault) when (WhyNot(fault) is { } why)
        {
            WhyLeft = why;
        }
    }

    /// <summary>False where somebody asked to stop before.</summary>
    private bool IsMade()
    {
        try
        {
            stop.ThrowIfCancellationRequested();
            Table.Make();
            return IsBegun = true;
        }
        catch (OperationCanceledException) when (stop.IsCancellationRequested)
        {
            return false;
        }
    }

    private static DatabaseUse UseOf(TimeProvider time, CancellationToken stop) => new()
    {
        IsTarget = true,
        Time = time,
        Cancellation = stop,
        Application = Application,
    };

    /// <summary>Null where somebody asked to stop: what was measured before counts.</summary>
    private RungMeasure? Measured(RungRun run, Rung rung)
    {
        try
        {
            var measured = run.Of(rung);
            return stop.IsCancellationRequested ? null : measured;
        }
        catch (Exception fault) when (stop.IsCancellationRequested
            && (fault is OperationCanceledException || platform.Explain(fault) is not null))
        {
            return null;
        }
        catch (Exception fault) when (rung != First && WhyNot(fault) is { } why)
        {
            // Too many sessions for the server, or a statement that its settings rule out: the others go on.
            return RungMeasure.Refused(rung, why);
        }
    }

    private string? WhyNot(Exception fault) =>
        fault is CalibrationStuckException ? fault.Message : platform.Explain(fault)?.Text;

    private RungSurroundings Around(IEvidence? evidence) => new()
    {
        Platform = platform,
        Table = Table,
        Use = UseOf(time, stop),
        IsOnThisMachine = evidence?.IsOnThisMachine ?? false,
    };
}
