using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Absorb;
using Orchestrator.Packages.Check;
using Orchestrator.Packages.FileTasks;
using Orchestrator.Packages.Flows;
using Orchestrator.Packages.Hooks;
using Orchestrator.Packages.Http;
using Orchestrator.Packages.Idempotency;
using Orchestrator.Packages.Load;
using Orchestrator.Packages.Mail;
using Orchestrator.Packages.Programs;
using Orchestrator.Packages.Reckoning;
using Orchestrator.Packages.Relaxed;
using Orchestrator.Packages.Replay;
using Orchestrator.Packages.Scd;
using Orchestrator.Packages.Scripts;
using Orchestrator.Packages.Sql;
using Orchestrator.Packages.Texts;
using Orchestrator.Packages.Transfer;

namespace Orchestrator.Packages;

/// <summary>The kinds of package that there are.</summary>
public static class PackageKinds
{
    /// <summary>What carries out each row of the table of kinds, by its word.</summary>
    public static IReadOnlyDictionary<string, IPackageKind> All { get; } = new IPackageKind[]
    {
        new LoadKind(), new ScdKind(), new AbsorbKind(), new SqlKind(), new ProgramKind(), new DataflowKind(),
        new CheckKind(), new HookKind(), new ReplayKind(),
        new MailKind(), new HttpKind(), new FileTaskKind(), new TransferKind(), new ScriptKind(), new ValueKind(),
    }.ToDictionary(kind => kind.Name, Around);

    /// <summary>A kind with what its row says that is around its attempts.</summary>
    private static IPackageKind Around(IPackageKind kind)
    {
        var row = KindTable.Of(kind.Name);
        var hooked = row.IsWritten ? new ValuedKind(new HookedKind(kind)) : kind;
        var marked = row.Target == TargetUse.Written ? new MarkedKind(hooked) : hooked;
        return new IdempotencyKind(marked);
    }
}
