using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Runner.Retry;

namespace Orchestrator.Runner;

/// <summary>How <see cref="RunHost.Run"/> came out.</summary>
public abstract record RunOutcome;

/// <summary>The run took place; whether well is in its summary.</summary>
public sealed record RunEnded(RunSummary Summary) : RunOutcome;

/// <summary>
/// Another run of the batch in this environment is at work (exit code 3); nothing was done. <paramref name="Holder"/>
/// says who: "run 481, process 4242 on host since 2026-01-01T02:00:00Z".
/// </summary>
public sealed record RunRefused(string Holder) : RunOutcome;

/// <summary>Something that every run needs cannot be used (exit code 4); nothing was done.</summary>
public sealed record RunImpossible(string Code, string Message) : RunOutcome;

/// <summary>
/// There is nothing to do in a run that was to be continued: none was begun. The <paramref name="Warnings"/> say what
/// could not be seen to, or stays as it is on purpose.
/// </summary>
public sealed record RunNotNeeded(Continuation Continuation, IReadOnlyList<string> Warnings) : RunOutcome;

/// <summary>
/// A run cannot be continued as it was asked for; nothing was done. The <paramref name="Message"/> says why and what to
/// do; <paramref name="IsHeld"/> = another run is in the way (exit code 3), else the exit code is 2.
/// </summary>
public sealed record RunNotContinued(string Message, bool IsHeld) : RunOutcome;

/// <summary>
/// Somebody asked to stop (the exit code is the signal's) while another process had the <paramref name="Ledger"/>
/// locked; nothing was done.
/// </summary>
public sealed record RunNotBegun(string Ledger) : RunOutcome;

/// <summary>
/// The ledger was lost while the run was at work (exit code 1, or the signal's): what the packages did since is not
/// recorded, and the next run finds this one as ended unexpectedly.
/// </summary>
/// <param name="Header">What the run began with.</param>
/// <param name="Code">Why the ledger was lost.</param>
/// <param name="Message">The same in words.</param>
/// <param name="Left">What became of each database whose durability it had changed.</param>
public sealed record RunLost(RunHeader Header, string Code, string Message, IReadOnlyList<string> Left) : RunOutcome;

/// <summary>The numbers that a run ends with.</summary>
public sealed record RunSummary
{
    /// <summary>What the run began with.</summary>
    public required RunHeader Header { get; init; }

    /// <summary>How it ended.</summary>
    public required RunVerdict Verdict { get; init; }

    /// <summary>
    /// 0 done, 1 something failed, 5 our own bug, 130 or 143 after a signal; `--warn-error` is the caller's.
    /// </summary>
    public required int ExitCode { get; init; }

    /// <summary>Packages that succeeded in this run.</summary>
    public int Succeeded { get; init; }

    /// <summary>Those among them whose target was relaxed, and which are known to be on disk.</summary>
    public int Hardened { get; init; }

    /// <summary>Packages that failed, timed out or were abandoned.</summary>
    public int Failed { get; init; }

    /// <summary>Groups that failed by themselves, and not by what is in them: a loop that has too many turns.</summary>
    public int GroupsFailed { get; init; }

    /// <summary>Packages that never started because of what they need.</summary>
    public int Blocked { get; init; }

    public int Cancelled { get; init; }

    /// <summary>Packages that did not run and satisfy Success: disabled, done, not selected, not needed.</summary>
    public int Skipped { get; init; }

    /// <summary>Those of them that were not needed, by a condition or as nothing failed that they handle.</summary>
    public int NotNeeded { get; init; }

    /// <summary>The hooks around batch, projects and containers, counted apart.</summary>
    public HookFigures Hooks { get; init; }

    /// <summary>The row equation over the last attempt of every package.</summary>
    public RowCounts Rows { get; init; }

    /// <summary>From the begin of the run to its end.</summary>
    public TimeSpan Wall { get; init; }

    /// <summary>Sum over the packages: Ready without a slot.</summary>
    public TimeSpan Queued { get; init; }

    /// <summary>Sum over the packages: at work but held up.</summary>
    public TimeSpan Waiting { get; init; }

    /// <summary>Sum over the packages: at work.</summary>
    public TimeSpan Working { get; init; }

    /// <summary>Commits of the ledger for this run, its beginning included.</summary>
    public long LedgerCommits { get; init; }

    /// <summary>The five packages that were at work longest, longest first.</summary>
    public IReadOnlyList<SlowPackage> Slowest { get; init; } = [];

    /// <summary>The failures in the order they happened: the last attempt of each failed package.</summary>
    public IReadOnlyList<FailureBlock> Failures { get; init; } = [];

    /// <summary>Warnings of packages that succeeded: package and text.</summary>
    public IReadOnlyList<PackageWarning> Warnings { get; init; } = [];

    /// <summary>The report's file; empty = it could not be written.</summary>
    public string Report { get; init; } = "";

    /// <summary>The command that goes on from here, without the program's name; works as pasted.</summary>
    public string NextCommand { get; init; } = "";
}

/// <summary>Hooks that succeeded in a run and that failed.</summary>
public readonly record struct HookFigures(int Succeeded, int Failed);

/// <summary>A package, how long it was at work, held up included, and the rows it read.</summary>
public sealed record SlowPackage(string Package, TimeSpan Duration, TimeSpan Waiting, long RowsRead);

/// <summary>Something to look at although the package succeeded.</summary>
public sealed record PackageWarning(string Package, string Text);
