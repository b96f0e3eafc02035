using Orchestrator.Ledger;
using Orchestrator.Ledger.Serving;

namespace Orchestrator.Service.Scheduling;

/// <summary>What a scheduler is given.</summary>
public sealed record SchedulerSettings
{
    /// <summary>The ledger, which decides who fires.</summary>
    public required LedgerLocation Ledger { get; init; }

    /// <summary>What the service says of itself.</summary>
    public required ServiceBeginning Beginning { get; init; }

    /// <summary>Full path of the solution's folder.</summary>
    public required string Folder { get; init; }

    /// <summary>Reads the metadata.</summary>
    public required Func<DefinitionsReading> Read { get; init; }

    /// <summary>
    /// The command that begins the run of a firing, or goes on with it, given the right to the firing and the hash
    /// under which the ledger keeps the definitions: the program and its arguments.
    /// </summary>
    public required Func<FiringFence, string, IReadOnlyList<string>> Command { get; init; }

    /// <summary>How many runs it has at work at a time; the others wait in line. Default: as the machine holds.
    /// </summary>
    public int RunsMax { get; init; } = Scheduling.RunsMax.OfThisMachine;

    /// <summary>Begins the span of a process that is about to be started for a firing. Default: there is none.
    /// </summary>
    public Func<FiringRecord, FiringTrace> Trace { get; init; } = _ => FiringTrace.None;

    /// <summary>What its runs may do beyond reading and writing data, once each of it is approved. Default: nothing.
    /// </summary>
    public IReadOnlySet<PermissionKind> Allowed { get; init; } = new HashSet<PermissionKind>();

    /// <summary>The entry of the audit log for what whoever begins the service approves by that; needed where anything
    /// is allowed.</summary>
    public Func<AuditEntry> FirstApproval { get; init; } =
        () => throw new InvalidOperationException("nobody says who approves what is allowed");

    /// <summary>
    /// Starts a process: the command, its folder, the span that it continues, and what is told from any thread when it
    /// has ended.
    /// </summary>
    internal Func<IReadOnlyList<string>, string, string, Action, StartedRun> Start { get; init; } = RunProcess.Start;

    /// <summary>Told what happens, in lines for people.</summary>
    public Action<string> Log { get; init; } = _ => { };

    /// <summary>How long another service may be silent before its firings are taken over. Default 30 s.</summary>
    public TimeSpan Silence { get; init; } = ServiceRecord.SilenceMax;

    public TimeProvider Time { get; init; } = TimeProvider.System;
}
