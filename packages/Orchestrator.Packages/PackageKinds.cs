using Orchestrator.Packages.Absorb;
using Orchestrator.Packages.Check;
using Orchestrator.Packages.Flows;
using Orchestrator.Packages.Hooks;
using Orchestrator.Packages.Load;
using Orchestrator.Packages.Once;
using Orchestrator.Packages.Programs;
using Orchestrator.Packages.Relaxed;
using Orchestrator.Packages.Replay;
using Orchestrator.Packages.Scd;
using Orchestrator.Packages.Sql;

namespace Orchestrator.Packages;

/// <summary>The kinds of package that there are.</summary>
public static class PackageKinds
{
    /// <summary>The word of what loads rejected rows; no metadata names it.</summary>
    public const string Replay = "replay";

    /// <summary>All kinds by their word in YAML: load, scd, absorb, sql, check, process, dataflow; hook, which has a
    /// key of its own, and replay, which has a verb.</summary>
    public static IReadOnlyDictionary<string, IPackageKind> All { get; } = new IPackageKind[]
    {
        new OnceKind(new MarkedKind(new HookedKind(new LoadKind())), LoadContract.LeavesUnknown),
        new MarkedKind(new HookedKind(new ScdKind())),
        new MarkedKind(new HookedKind(new AbsorbKind())),
        new OnceKind(new MarkedKind(new HookedKind(new SqlKind())), SqlContract.LeavesUnknown),
        new OnceKind(new HookedKind(new ProgramKind()), ProgramContract.LeavesUnknown),
        new OnceKind(new MarkedKind(new HookedKind(new DataflowKind())), DataflowContract.LeavesUnknown),
        new HookedKind(new CheckKind()), new MarkedKind(new HookKind()),
        new MarkedKind(new ReplayKind()),
    }.ToDictionary(kind => kind.Name);
}
