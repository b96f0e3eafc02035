namespace Orchestrator.Core.Alerts;

/// <summary>A run that has ended.</summary>
public sealed record EndedRun
{
    /// <summary>Its number.</summary>
    public required long Number { get; init; }

    public required string Batch { get; init; }

    public required DateTimeOffset Ended { get; init; }

    /// <summary>How it ended, as far as anybody is told.</summary>
    public required RunEnd End { get; init; }

    /// <summary>Whether a service goes on with it by itself, or somebody has.</summary>
    public bool GoesOn { get; init; }

    /// <summary>How it ended, in a line.</summary>
    public required string Summary { get; init; }

    /// <summary>What failed, the first ones of many.</summary>
    public IReadOnlyList<AlertFailure> Failures { get; init; } = [];

    /// <summary>How many failed.</summary>
    public int FailuresCount { get; init; }

    /// <summary>Databases whose durability is not as it was found: connection and words.</summary>
    public IReadOnlyList<(string Connection, string Words)> NotRestored { get; init; } = [];

    /// <summary>The command that restores it; empty = none does.</summary>
    public string RestoreCommand { get; init; } = "";

    /// <summary>The command that goes on from there; empty = none does.</summary>
    public string Command { get; init; } = "";
}

/// <summary>How a run ended, as far as anybody is told.</summary>
public enum RunEnd
{
    /// <summary>It succeeded, or somebody cancelled it: nobody is told.</summary>
    Quiet,

    /// <summary>It succeeded with warnings.</summary>
    Warnings,

    /// <summary>It failed, or ended unexpectedly.</summary>
    Failed,
}

/// <summary>A run that has no end yet.</summary>
/// <param name="Started">When it began.</param>
/// <param name="Usual">How long such runs usually take; null = not known.</param>
/// <param name="Command">The command that looks at it.</param>
public sealed record RunAtWork(long Number, string Batch, DateTimeOffset Started, TimeSpan? Usual, string Command);

/// <summary>A firing that was due.</summary>
/// <param name="Scheduled">When it was due.</param>
/// <param name="Began">When it was taken up; null = it was not.</param>
/// <param name="Why">What keeps it, in words; empty = not known.</param>
/// <param name="IsOver">Whether it was passed over, so that it never begins.</param>
/// <param name="Command">The command that goes on from there.</param>
public sealed record DueFiring(
    string Batch, string Trigger, DateTimeOffset Scheduled, DateTimeOffset? Began, string Why, bool IsOver,
    string Command);

/// <summary>How a buffer stands.</summary>
/// <param name="Batch">A batch that loads its target.</param>
/// <param name="Package">The package of kind absorb.</param>
/// <param name="Backlog">How many rows wait.</param>
/// <param name="Oldest">How long the oldest has waited.</param>
/// <param name="Command">The command that looks at it.</param>
public sealed record BufferAge(
    string Batch, string Package, string Connection, long Backlog, TimeSpan Oldest, string Command);

/// <summary>What is looked at, as of one moment.</summary>
public sealed record AlertFacts
{
    /// <summary>Runs that ended lately.</summary>
    public IReadOnlyList<EndedRun> Ended { get; init; } = [];

    /// <summary>Runs without an end.</summary>
    public IReadOnlyList<RunAtWork> AtWork { get; init; } = [];

    /// <summary>Firings that were due lately.</summary>
    public IReadOnlyList<DueFiring> Due { get; init; } = [];

    public IReadOnlyList<BufferAge> Buffers { get; init; } = [];
}
