using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Target;

namespace Orchestrator.Packages.Load.Publish;

/// <summary>The target is emptied and written in place, with commits between where `commitRows` says so.</summary>
internal sealed class InPlaceWay(TargetTable target) : IPublishWay
{
    public TableName Into => target.Name;

    public bool CommitsInParts => target.Definition.Load.CommitRows.Value > 0;

    public void Make() => target.MakeIfMissing();

    public void Begin()
    {
        target.RunHooks(HookTime.Before);
        target.Lock();
        target.Database.Execute(target.Dialect.DeleteAll(target.Name));
        CrashPoint.Pass("load.emptied");
    }

    public void BeginNext() => target.Lock();

    public RowCounts Publish(RowCounts counts) => counts;
}
