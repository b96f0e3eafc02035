using Orchestrator.Core;
using Orchestrator.Ledger;
using Orchestrator.Ledger.Serving;
using Orchestrator.Metadata.Model;
using Orchestrator.Runner.Targets;
using Orchestrator.Runner.Text;
using Orchestrator.Service.Scheduling;

namespace Orchestrator.Service;

/// <summary>What the service is given.</summary>
public sealed record ServiceOptions
{
    /// <summary>The ledger that it reads, and in which it records what people ask.</summary>
    public required LedgerLocation Ledger { get; init; }

    public required string Solution { get; init; }

    /// <summary>Name of the environment whose runs are shown.</summary>
    public required string Environment { get; init; }

    public required string Version { get; init; }

    /// <summary>Takes secrets out of all that is shown; texts from outside pass it once.</summary>
    public required OutsideText Outside { get; init; }

    /// <summary>A command as it is pasted from anywhere, of the verb with its arguments.</summary>
    public required Func<string, string> Command { get; init; }

    /// <summary>
    /// Addresses and ports to listen on, as `127.0.0.1:5080`, `[::1]:5080`, `localhost:5080` or `*:5080`; port 0 takes
    /// a free one. Default: 127.0.0.1:5080.
    /// </summary>
    public IReadOnlyList<string> Listen { get; init; } = ["127.0.0.1:5080"];

    /// <summary>Certificate and key; null = no TLS.</summary>
    public TlsFiles? Tls { get; init; }

    /// <summary>Addresses of the proxies that end TLS before it, and whose forwarded headers count. Default: none.
    /// </summary>
    public IReadOnlyList<string> Proxies { get; init; } = [];

    /// <summary>
    /// Names by which it is called beside those of this machine, as `etl.example.org` (with any of its own ports, and
    /// without one) or `etl.example.org:8443`. Default: none.
    /// </summary>
    public IReadOnlyList<string> HostNames { get; init; } = [];

    /// <summary>
    /// What a token stands for; null where it is unknown, expired or revoked. Asked for each request, on any thread;
    /// compares in constant time.
    /// </summary>
    public Func<string, TokenGrant?> FindToken { get; init; } = _ => null;

    /// <summary>
    /// Whether any token is declared: as long as none is, who is on this machine may do everything. Asked at most once
    /// a second, on any thread.
    /// </summary>
    public Func<bool> HasTokens { get; init; } = () => false;

    /// <summary>How the scheduler of this service stands; null = it has none. On any thread.</summary>
    public Func<SchedulerState?> Scheduler { get; init; } = () => null;

    /// <summary>Whether the environment is protected, so that its name is typed for each action. On any thread.
    /// </summary>
    public Func<bool> IsProtected { get; init; } = () => false;

    /// <summary>A reason without what is secret: it is kept in the ledger. On any thread.</summary>
    public Func<string, string> CleanReason { get; init; } = reason => reason;

    /// <summary>The metadata in force; null = none are. On any thread.</summary>
    public Func<Solution?> Metadata { get; init; } = () => null;

    /// <summary>The plan of a batch as the metadata in force give it; null = there is none. On any thread.</summary>
    public Func<Solution, string, Plan?> Compile { get; init; } = (_, _) => null;

    /// <summary>
    /// The way to the databases of the metadata in force, until a token fires. On any thread. Default: without any
    /// variable.
    /// </summary>
    public Func<Solution, CancellationToken, SolutionTargets> Targets { get; init; } =
        (solution, over) => new SolutionTargets(solution, new Secrets(), _ => null, TimeProvider.System, over);

    /// <summary>Told what was done and refused; of many alike only some are told. On any thread, must not throw.
    /// </summary>
    public Action<AuditEntry> Audit { get; init; } = _ => { };

    /// <summary>Told what went wrong inside, in lines without secrets. On any thread, must not throw.</summary>
    public Action<string> Log { get; init; } = _ => { };

    public TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>What it takes at most.</summary>
    public ServiceLimits Limits { get; init; } = new();
}
