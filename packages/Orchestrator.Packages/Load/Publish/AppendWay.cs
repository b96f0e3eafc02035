using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Target;

namespace Orchestrator.Packages.Load.Publish;

/// <summary>The rows are added to those that are there, in the transaction that ends the load.</summary>
internal sealed class AppendWay(TargetTable target) : IPublishWay
{
    /// <inheritdoc/>
    public TableName Into => target.Name;

    /// <inheritdoc/>
    public void Make() => target.MakeIfMissing();

    /// <inheritdoc/>
    public void Begin()
    {
        target.RunHooks(HookTime.Before);
        target.CountBefore();
    }

    /// <inheritdoc/>
    public void BeginNext() => target.Lock();

    /// <inheritdoc/>
    public RowCounts Publish(RowCounts counts) => counts;
}
