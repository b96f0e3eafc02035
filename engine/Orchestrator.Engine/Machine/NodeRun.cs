namespace Orchestrator.Engine.Machine;

/// <summary>What a machine remembers of one node.</summary>
internal sealed class NodeRun
{
    public NodeState State { get; set; }

    /// <summary>What must happen before it is judged: its parent, its constraints, its turn in the line.</summary>
    public int Waits { get; set; }

    /// <summary>The package whose failure stands behind a failed or blocked node; −1 = none.</summary>
    public int Cause { get; set; } = -1;

    /// <summary>When it ended; only while <see cref="HasEnded"/>.</summary>
    public TimeSpan EndedAt { get; set; }

    public bool HasEnded { get; set; }

    /// <summary>Groups: their start or blocking is decided; children need not wait for it.</summary>
    public bool IsDecided { get; set; }

    public TimeSpan DecidedAt { get; set; }

    /// <summary>Groups: decided, but nothing in it may run.</summary>
    public bool IsBlocked { get; set; }

    /// <summary>
    /// Groups: stands behind a failure although it was started, a level for those of its containers that ask only for
    /// Completion, or any group because the failure was not known then.
    /// </summary>
    public bool IsTainted { get; set; }

    /// <summary>Groups: children that have not ended.</summary>
    public int Unfinished { get; set; }

    /// <summary>Groups: the weightiest state in which a child ended; null = it has no children.</summary>
    public NodeState? Weightiest { get; set; }

    /// <summary>Linear groups: place of the member whose turn it is, since when, and what broke the line.</summary>
    public int Turn { get; set; } = -1;

    public TimeSpan TurnSince { get; set; }

    public int BrokenBy { get; set; } = -1;

    /// <summary>Batch and levels: successes in it that are not hardened and that its end waits for.</summary>
    public int Unhardened { get; set; }

    /// <summary>Batch and levels: since when all in it has ended and only a flush is missing.</summary>
    public TimeSpan? HeldSince { get; set; }

    /// <summary>The connection that is flushed; only while <see cref="HeldSince"/>.</summary>
    public string HeldBy { get; set; } = "";

    /// <summary>Packages only.</summary>
    public PackageRun? Package { get; set; }

    public bool IsAtWork => State is NodeState.Running or NodeState.Cancelling;
}
