using Orchestrator.Engine;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;
using Orchestrator.Runner.Text;

namespace Orchestrator.Runner;

/// <summary>An option of a run as it was decided: its value in words and where it comes from.</summary>
/// <param name="Name">"max-concurrency", "fail-fast", "grace", "select", …</param>
/// <param name="Value">The value in words.</param>
/// <param name="From">"flag", "ORCHESTRATOR_GRACE", "solution.yaml:4:3", "default".</param>
public sealed record RunOption(string Name, string Value, string From);

/// <summary>Everything that one run is given.</summary>
public sealed record RunRequest
{
    /// <summary>The solution that the plan was compiled from; artifacts go below its folder.</summary>
    public required Solution Solution { get; init; }

    /// <summary>The compiled plan.</summary>
    public required Plan Plan { get; init; }

    /// <summary>The kinds of package by their word in YAML.</summary>
    public required IReadOnlyDictionary<string, IPackageKind> Kinds { get; init; }

    /// <summary>The ledger's file; null = `.orchestrator/ledger.db` in the solution's folder.</summary>
    public string? LedgerFile { get; init; }

    /// <summary>Indices of the packages to run; null = all. What is not selected counts as satisfied.</summary>
    public IReadOnlySet<int>? Selected { get; init; }

    /// <summary>The gate in place of the plan's: −1 = processors + 2; null = as the plan says.</summary>
    public int? MaxConcurrency { get; init; }

    /// <summary>Whether failure handling is Stop whatever the plan says.</summary>
    public bool FailFast { get; init; }

    /// <summary>How long a package may take to stop before it is abandoned; default 60 s.</summary>
    public TimeSpan Grace { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>Processors that −1 counts; default those of this machine.</summary>
    public int Processors { get; init; } = Environment.ProcessorCount;

    /// <summary>The options that are not the default, for header and manifest.</summary>
    public IReadOnlyList<RunOption> Options { get; init; } = [];

    /// <summary>The secrets of this process; what `${secret:…}` resolves to is added.</summary>
    public Secrets Secrets { get; init; } = new();

    /// <summary>The variables that `${env:…}` reads; default those of this process.</summary>
    public Func<string, string?> Variables { get; init; } = Environment.GetEnvironmentVariable;

    /// <summary>Told of each step of the run after it is in the ledger, on the run's own thread, in order.</summary>
    public Action<RunNotice>? Observer { get; init; }

    /// <summary>How the run is asked to stop; the command line's signals end here.</summary>
    public StopRequests Stop { get; init; } = new();

    /// <summary>The clock.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;
}
