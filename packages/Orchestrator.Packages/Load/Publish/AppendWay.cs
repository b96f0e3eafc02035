using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Target;

namespace Orchestrator.Packages.Load.Publish;

/// <summary>The rows are added to those that are there, in the transaction that ends the load.</summary>
internal sealed class AppendWay(TargetTable target) : IPublishWay
{
    public TableName Into => target.Name;

    public void Make() => target.MakeIfMissing();

    public void Begin()
    {
        target.RunHooks(HookTime.Before);
        target.CountBefore();
    }

    public void BeginNext() => target.Lock();

    public RowCounts Publish(RowCounts counts) => counts;
}
