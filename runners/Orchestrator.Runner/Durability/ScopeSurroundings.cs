using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Ledger;
using Orchestrator.Packages;
using Orchestrator.Packages.Relaxed;
using Orchestrator.Runner.Text;

namespace Orchestrator.Runner.Durability;

/// <summary>What relaxing and leaving databases needs of the world.</summary>
internal sealed record ScopeSurroundings
{
    /// <summary>Where databases are.</summary>
    public required RelaxedTargets Targets { get; init; }

    /// <summary>The ledger's place.</summary>
    public required LedgerLocation Location { get; init; }

    /// <summary>Which ledger counts the runs.</summary>
    public required Guid Ledger { get; init; }

    /// <summary>Of those that write the same files.</summary>
    public required WriterTurns Turns { get; init; }

    public required TimeProvider Time { get; init; }

    /// <summary>The gate for texts of servers.</summary>
    public required OutsideText Outside { get; init; }

    /// <summary>The lease of the run that does it; null = no run does.</summary>
    public LeaseFence? Fence { get; init; }

    /// <summary>Opens a session that looks after a database.</summary>
    public DatabaseSession Open(RelaxedTarget target, long run, CancellationToken over) =>
        new(target, Ledger, run, Time, Turns, over);

    /// <summary>Reads the ledger.</summary>
    /// <exception cref="LedgerException">It cannot be read.</exception>
    public T Read<T>(Func<LedgerReader, T> ask)
    {
        using var reader = LedgerReader.Reopen(Location, Time);
        return ask(reader);
    }

    /// <summary>What a failure at work with a database means; null where it is none, but a bug.</summary>
    public PackageError? Explain(string connection, Exception fault) => fault switch
    {
        DurabilityRefusedException or OperationCanceledException => new PackageError
        {
            Code = RunCodes.NotRelaxed,
            Class = ErrorClass.Config,
            Phase = "durability",
            Message = Outside.Line(fault.Message),
        },
        LedgerException lost => new PackageError
        {
            Code = lost.Code,
            Class = ErrorClass.Transient,
            Phase = "durability",
            Message = Outside.Line(lost.Message),
        },
        _ when ConnectionAccess.Explain(fault, connection) is { } error =>
            error with { Message = Outside.Line(error.Message) },
        _ => null,
    };
}
