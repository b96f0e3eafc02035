using Orchestrator.Core.Machine;
using Orchestrator.Data;
using Orchestrator.Runner.Artifacts;
using Orchestrator.Runner.Durability;
using Orchestrator.Runner.Text;

namespace Orchestrator.Runner.Composition;

/// <summary>
/// What a run that has its number works with. It ends the databases that are still relaxed, then lease and ledger, and
/// last the log, because a ledger that is locked is waited for and that is said.
/// </summary>
internal sealed class RunParts : IDisposable
{
    /// <summary>What was open before.</summary>
    public required RunBasis Basis { get; init; }

    /// <summary>The gate for texts.</summary>
    public required OutsideText Outside { get; init; }

    /// <summary>Time since the run began.</summary>
    public required RunClock Clock { get; init; }

    /// <summary>How long packages are expected to take.</summary>
    public required ExpectedDurations Expected { get; init; }

    /// <summary>The run as it began, without what becomes of the databases that it relaxes.</summary>
    public required RunHeader Header { get; init; }

    /// <summary>The run.log.</summary>
    public required RunLog Log { get; init; }

    /// <summary>Where everybody leaves what the owner loop should know.</summary>
    public required Inbox<LoopMessage> Inbox { get; init; }

    /// <summary>What a live screen sees.</summary>
    public required RunView View { get; init; }

    /// <summary>Tells log and observer.</summary>
    public required RunNotifier Notifier { get; init; }

    /// <summary>Says that the ledger is waited for while no loop turns.</summary>
    public required LedgerWaits Waits { get; init; }

    /// <summary>Writes what is made of runs that have ended.</summary>
    public required ArtifactsWriter Artifacts { get; init; }

    /// <summary>Moves the files that were read.</summary>
    public required FilesToMove Files { get; init; }

    /// <summary>What the packages share.</summary>
    public required RunResources Resources { get; init; }

    /// <summary>What relaxing and leaving databases needs.</summary>
    public required ScopeSurroundings Scopes { get; init; }

    /// <summary>The databases that the run relaxes.</summary>
    public required RunDurability Durability { get; init; }

    /// <summary>What the summary is to warn of, beside the packages' own warnings.</summary>
    public List<string> Warnings { get; } = [];

    /// <summary>What became of the databases that earlier runs had left relaxed.</summary>
    public List<string> PutBack { get; } = [];

    public void Dispose()
    {
        Durability.Dispose();
        Basis.Lease.Dispose();
        Basis.Ledger.Dispose();
        Log.Dispose();
    }
}
