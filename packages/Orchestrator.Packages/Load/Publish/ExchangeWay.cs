using Orchestrator.Data;
using Orchestrator.Packages.Load.Target;

namespace Orchestrator.Packages.Load.Publish;

/// <summary>The rows go into a load table, which then takes the place of the target.</summary>
internal sealed class ExchangeWay(TargetTable target, FilledTable filled) : IPublishWay
{
    public TableName Into => filled.Into;

    public bool IsForExchange => target.Abilities.HidesExchangedRows && target.Found.NotForExchange is null;

    public bool MakesTarget => target.IsOneTransaction;

    public void Make() => filled.Make(target.MayBeShadow, isAlike: false, hasNumbers: false);

    public RowCounts Complete(RowCounts counts) => filled.Complete(counts);

    public RowCounts Publish(RowCounts counts)
    {
        target.BeginPublishing();
        return filled.Publish(counts, Exchange);
    }

    private RowCounts Exchange(RowCounts counts)
    {
        CrashPoint.Around("load.exchange", filled.Table.Exchange);
        return counts;
    }
}
