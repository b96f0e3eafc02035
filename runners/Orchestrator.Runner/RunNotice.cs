using Orchestrator.Core;
using Orchestrator.Core.Machine;
using Orchestrator.Data;
using Orchestrator.Ledger;
using Orchestrator.Runner.Durability;

namespace Orchestrator.Runner;

/// <summary>A step of a run, told to its observer after it is in the ledger.</summary>
/// <param name="At">Time since the run began.</param>
public abstract record RunNotice(TimeSpan At);

/// <summary>The run has its number and folder and is about to begin: told first.</summary>
public sealed record RunBegan(TimeSpan At, RunHeader Header, RunView View) : RunNotice(At);

/// <summary>A node changed its state.</summary>
public sealed record NodeChanged(
    TimeSpan At, PlanNode Node, NodeState From, NodeState To, int Attempt, string Why) : RunNotice(At)
{
    /// <summary>The rows of the attempt that ended; zero otherwise.</summary>
    public RowCounts Counts { get; init; }

    /// <summary>Who asked for just this; empty = it follows by the rules.</summary>
    public string Who { get; init; } = "";

    /// <summary>The failure of the attempt that ended; null otherwise.</summary>
    public FailureBlock? Failure { get; init; }

    /// <summary>Number of the attempt over all runs: its audit id. 0 where none ended.</summary>
    public long AttemptId { get; init; }

    /// <summary>How long the attempt that ended was queued, waiting and working; null otherwise.</summary>
    public RecordTimes? Times { get; init; }

    /// <summary>The phases of the attempt that ended, where its kind tells them.</summary>
    public IReadOnlyList<LoadPhase> Phases { get; init; } = [];
}

/// <summary>Somebody asked the run to stop: packages have until <paramref name="Grace"/> is over.</summary>
public sealed record StopAsked(TimeSpan At, string By, TimeSpan Grace) : RunNotice(At);

/// <summary>Something that the run needs gives no answer, or gives one again: told while it goes on.</summary>
/// <param name="At">When.</param>
/// <param name="Text">What, since when, and what becomes of the run.</param>
/// <param name="AtWork">The packages at work; none = it answers again, or keeps no package.</param>
/// <param name="NextCommand">What goes on from the run once it has ended, without the program's name.</param>
public sealed record RunTrouble(
    TimeSpan At, string Text, IReadOnlyList<string> AtWork, string NextCommand) : RunNotice(At);

/// <summary>Something that people may want to know, and that nobody has to do anything about.</summary>
/// <param name="At">When.</param>
/// <param name="Text">A sentence.</param>
public sealed record RunRemark(TimeSpan At, string Text) : RunNotice(At);

/// <summary>An attempt at work warns of something.</summary>
public sealed record AttemptWarns(TimeSpan At, PlanNode Node, int Attempt, string Text) : RunNotice(At);

/// <summary>Somebody asked something of the run from another terminal, and this came of it.</summary>
/// <param name="At">When it was answered.</param>
/// <param name="By">Who: "ann@host".</param>
/// <param name="Verb">hold, skip as success …</param>
/// <param name="IsDone">Whether it was done; else nothing was changed.</param>
/// <param name="Text">The answer in one sentence.</param>
public sealed record RequestAnswered(TimeSpan At, string By, string Verb, bool IsDone, string Text) : RunNotice(At);

/// <summary>The run has ended and its artifacts are complete: told once, and behind it nothing but a wait for the
/// ledger that is closed.</summary>
public sealed record RunFinished(TimeSpan At, RunSummary Summary) : RunNotice(At);

/// <summary>What the header of a run shows.</summary>
public sealed record RunHeader
{
    /// <summary>Number for people.</summary>
    public required long Run { get; init; }

    /// <summary>UUIDv7 for machines.</summary>
    public required Guid Id { get; init; }

    /// <summary>Which ledger counts the runs.</summary>
    public Guid Ledger { get; init; }

    public required string Batch { get; init; }

    public required string Environment { get; init; }

    public required DateTimeOffset StartedAt { get; init; }

    /// <summary>When the first of the runs began that continue each other, and of which this is the last.</summary>
    public DateTimeOffset NightBegan { get; init; }

    /// <summary>The gate as a number, and why it is that: "−1 = 2 processors + 2".</summary>
    public required int Gate { get; init; }

    /// <summary>Why the gate is what it is.</summary>
    public required string GateWhy { get; init; }

    /// <summary>Processors of this machine.</summary>
    public required int Processors { get; init; }

    public required string PlanHash { get; init; }

    /// <summary>Commit of the git repository around the solution; null where there is none.</summary>
    public string? GitCommit { get; init; }

    /// <summary>Packages that the run is to load.</summary>
    public required int Packages { get; init; }

    /// <summary>Number of the run that it continues; null = it begins anew.</summary>
    public long? Continues { get; init; }

    /// <summary>Packages that are done by the runs that it continues.</summary>
    public int Done { get; init; }

    /// <summary>Where its connections lead, as far as that is written.</summary>
    public IReadOnlyList<RunConnection> Connections { get; init; } = [];

    /// <summary>Folder of the artifacts.</summary>
    public required string Folder { get; init; }

    /// <summary>The options that are not the default.</summary>
    public IReadOnlyList<RunOption> Options { get; init; } = [];

    /// <summary>What became of each connection that was to be relaxed.</summary>
    public IReadOnlyList<DurabilityLine> Durability { get; init; } = [];

    /// <summary>What became of the databases that earlier runs had left relaxed.</summary>
    public IReadOnlyList<string> PutBack { get; init; } = [];

    /// <summary>Numbers of earlier runs that were found to have ended unexpectedly.</summary>
    public IReadOnlyList<long> EndedUnexpectedly { get; init; } = [];

    /// <summary>What a session of the run is called, by what it is for.</summary>
    internal string SessionNamed(string what) => SessionName.Of(Run, Ledger, what);
}
