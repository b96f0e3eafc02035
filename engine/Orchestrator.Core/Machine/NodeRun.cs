namespace Orchestrator.Core.Machine;

/// <summary>What a machine remembers of one node.</summary>
internal sealed class NodeRun
{
    public NodeState State { get; set; }

    /// <summary>What must happen before it is judged: its parent, its constraints, its turn in the line.</summary>
    public int Waits { get; set; }

    /// <summary>
    /// Packages: which groups of constraints of which one is enough it waits for no longer; null = none of them.
    /// </summary>
    public bool[]? Opened { get; set; }

    /// <summary>Groups: NotNeeded or Failed by a condition before anything in it began; null = none said so.</summary>
    public NodeState? Fate { get; set; }

    /// <summary>Why, where it has a <see cref="Fate"/>.</summary>
    public string FateWhy { get; set; } = "";

    /// <summary>The package whose failure stands behind a failed or blocked node; −1 = none.</summary>
    public int Cause { get; set; } = -1;

    /// <summary>When it ended; only while <see cref="HasEnded"/>.</summary>
    public TimeSpan EndedAt { get; set; }

    public bool HasEnded { get; set; }

    /// <summary>Groups: their start or blocking is decided; children need not wait for it.</summary>
    public bool IsDecided { get; set; }

    public TimeSpan DecidedAt { get; set; }

    /// <summary>Groups: since when nobody holds all that is left in it; null = nobody did.</summary>
    public TimeSpan? WentOnAt { get; set; }

    /// <summary>Groups: decided, but nothing in it may run.</summary>
    public bool IsBlocked { get; set; }

    /// <summary>
    /// Groups: stands behind a failure although it was started, a level for those of its containers that ask only for
    /// Completion, or any group because the failure was not known then.
    /// </summary>
    public bool IsTainted { get; set; }

    /// <summary>
    /// Groups: something in it did not end well, and not only because somebody skipped it or what it needs.
    /// </summary>
    public bool HasFailed { get; set; }

    /// <summary>
    /// Skipped, and whoever did so wants it to count as a success; or not needed, as a condition of its own is not
    /// true: then what waits for its success goes on.
    /// </summary>
    public bool CountsAsSuccess { get; set; }

    /// <summary>Groups: children that have not ended.</summary>
    public int Unfinished { get; set; }

    /// <summary>Groups: the weightiest state in which a child ended; null = it has no children.</summary>
    public NodeState? Weightiest { get; set; }

    /// <summary>Loops with a condition: how many turns have come.</summary>
    public int TurnsMade { get; set; }

    /// <summary>Linear groups: place of the member whose turn it is, and since when.</summary>
    public int Turn { get; set; } = -1;

    public TimeSpan TurnSince { get; set; }

    /// <summary>Linear groups: the first member that failed or stands behind a failure.</summary>
    public LineBreak Broken { get; set; } = LineBreak.None;

    /// <summary>Linear groups: the first member that was only skipped, or stands behind something that was.</summary>
    public LineBreak Gap { get; set; } = LineBreak.None;

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

/// <summary>The member of a line that did not end well, by its place, and the package whose failure is behind it.
/// </summary>
internal readonly record struct LineBreak(int Place, int Cause)
{
    /// <summary>All members so far ended well.</summary>
    public static LineBreak None { get; } = new(int.MaxValue, -1);

    /// <summary>The earlier one: members may end before it is their turn.</summary>
    public LineBreak Or(int place, int cause) => place < Place ? new LineBreak(place, cause) : this;

    /// <summary>What stands in the way of a member; −1 = nothing.</summary>
    public int CauseFor(int place) => Place < place ? Cause : -1;
}
