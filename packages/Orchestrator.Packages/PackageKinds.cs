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
    /// <summary>What carries out each row of the table of kinds, by its word.</summary>
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
