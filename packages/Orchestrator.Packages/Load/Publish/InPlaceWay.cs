using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Target;

namespace Orchestrator.Packages.Load.Publish;

/// <summary>The target is emptied and written in place, with commits between where `commitRows` says so.</summary>
internal sealed class InPlaceWay(TargetTable target) : IPublishWay
{
    /// <inheritdoc/>
    public TableName Into => target.Name;

    /// <inheritdoc/>
    public bool CommitsInParts => target.Definition.Load.CommitRows.Value > 0;

    /// <inheritdoc/>
    public void Make() => target.MakeIfMissing();

    /// <inheritdoc/>
    public void Begin()
    {
        target.RunHooks(HookTime.Before);
        target.Lock();
        target.Database.Execute(target.Dialect.DeleteAll(target.Name));
        CrashPoint.Pass("load.emptied");
    }

    /// <inheritdoc/>
    public void BeginNext() => target.Lock();

    /// <inheritdoc/>
    public RowCounts Publish(RowCounts counts) => counts;
}
