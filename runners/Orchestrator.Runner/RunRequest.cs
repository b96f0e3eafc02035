using System.Collections.ObjectModel;
using Orchestrator.Core;
using Orchestrator.Core.Leases;
using Orchestrator.Ledger;
using Orchestrator.Ledger.Serving;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;
using Orchestrator.Runner.Retry;
using Orchestrator.Runner.Text;

namespace Orchestrator.Runner;

/// <summary>Everything that one run is given.</summary>
public sealed record RunRequest
{
    /// <summary>The solution that the plan was compiled from; artifacts go below its folder.</summary>
    public required Solution Solution { get; init; }

    /// <summary>The compiled plan.</summary>
    public required Plan Plan { get; init; }

    /// <summary>What the plan says, value by value; the compiler made it with the plan.</summary>
    public required PlanContent Document { get; init; }

    /// <summary>The kinds of package by their word in YAML.</summary>
    public required IReadOnlyDictionary<string, IPackageKind> Kinds { get; init; }

    /// <summary>Where the ledger is; null = `.orchestrator/ledger.db` in the solution's folder.</summary>
    public LedgerLocation? Ledger { get; init; }

    /// <summary>Indices of the packages to run; null = all. What is not selected counts as satisfied.</summary>
    public IReadOnlySet<int>? Selected { get; init; }

    /// <summary>
    /// Of selected packages in loops whose turns the run finds out: the keys of the turns that are meant. Of those that
    /// are not here all turns are.
    /// </summary>
    public IReadOnlyDictionary<int, IReadOnlyList<string>> SelectedTurns { get; init; } =
        ReadOnlyDictionary<int, IReadOnlyList<string>>.Empty;

    /// <summary>The run that this one continues; null = it begins anew. What is selected is then cut down to what is
    /// to run.</summary>
    public ContinueRequest? Continues { get; init; }

    /// <summary>The gate in place of the plan's: −1 = processors + 2; null = as the plan says.</summary>
    public int? MaxConcurrency { get; init; }

    /// <summary>Whether failure handling is Stop whatever the plan says.</summary>
    public bool FailFast { get; init; }

    /// <summary>Whether packages with a watermark load everything anew, from the beginning.</summary>
    public bool FullRefresh { get; init; }

    /// <summary>Whether packages may start processes.</summary>
    public bool AllowsProcesses { get; init; }

    /// <summary>Whether code of plug-ins may run. Default: no.</summary>
    public bool AllowsPlugins { get; init; }

    /// <summary>Whether values may be run as statements. Default: no.</summary>
    public bool AllowsSqlText { get; init; }

    /// <summary>
    /// Indices of the packages that whoever started the run named one by one, so that they run also where nobody knows
    /// what an earlier run has done of them.
    /// </summary>
    public IReadOnlySet<int> Named { get; init; } = new HashSet<int>();

    /// <summary>
    /// Where the plan is one of <see cref="Replay.ReplayPlan"/>: the run whose rejected rows alone are loaded; null =
    /// those of all.
    /// </summary>
    public long? ReplayedRun { get; init; }

    /// <summary>The firing that it is the run of: it begins only while that is held so. Null = somebody began it.
    /// </summary>
    public FiringFence? Firing { get; init; }

    /// <summary>How long a package may take to stop before it is abandoned; default 60 s.</summary>
    public TimeSpan Grace { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>How long the right to run lasts unless it is renewed. Default: 30 s.</summary>
    public LeaseTerms Lease { get; init; } = LeaseTerms.Default;

    /// <summary>Processors that −1 counts; default those of this machine.</summary>
    public int Processors { get; init; } = Environment.ProcessorCount;

    /// <summary>The options that are not the default, for header and manifest.</summary>
    public IReadOnlyList<RunOption> Options { get; init; } = [];

    /// <summary>The secrets of this process; what `${secret:…}` resolves to is added.</summary>
    public Secrets Secrets { get; init; } = new();

    /// <summary>The variables that `${env:…}` reads; default those of this process.</summary>
    public Func<string, string?> Variables { get; init; } = Environment.GetEnvironmentVariable;

    /// <summary>
    /// Told of each step of the run after it is in the ledger, on the run's own thread, in order: it should be quick.
    /// One that throws (a closed pipe) is told nothing more; others are, and the run goes on.
    /// </summary>
    public Action<RunNotice>? Observer { get; init; }

    /// <summary>Whether each line of the run's log is a JSON object. Default: text for people.</summary>
    public bool LogsAsJson { get; init; }

    /// <summary>Told each line of the run's log, from any thread; must be quick and must not throw.</summary>
    public Action<RunLogLine>? Logged { get; init; }

    /// <summary>
    /// Told what it waits for when another process has kept the ledger's file locked for a second before the run could
    /// begin: which file, since when and until when; from any thread.
    /// </summary>
    public Action<string>? LedgerAwaited { get; init; }

    /// <summary>Told what a run waits for before its first package, and can be asked to stop meanwhile.</summary>
    public Action<string>? Awaited { get; init; }

    /// <summary>Told when an older ledger is brought up to date: its version, and the file of the copy made first.
    /// </summary>
    public Action<long, string>? LedgerMigrated { get; init; }

    /// <summary>
    /// A command without the program's name as it is pasted from anywhere, for the report: with the name that the
    /// program has here, and the solution.
    /// </summary>
    public Func<string, string> Command { get; init; } = verb => $"orchestrator {verb}";

    /// <summary>How the run is asked to stop; the command line's signals end here.</summary>
    public StopRequests Stop { get; init; } = new();

    public TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>The lease that the run needs for all that it writes into the ledger.</summary>
    internal LeaseFence Fence => new(Plan.Batch, Plan.Environment);
}
