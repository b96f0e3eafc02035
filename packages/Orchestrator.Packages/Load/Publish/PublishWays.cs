using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Rejects;
using Orchestrator.Packages.Load.Target;

namespace Orchestrator.Packages.Load.Publish;

/// <summary>The ways of publishing that one load has, of which its plan says which it takes.</summary>
/// <param name="filled">The rows in a load table, where the plan uses one.</param>
/// <param name="session">The session of the load.</param>
/// <param name="context">The attempt.</param>
/// <param name="refused">Told the rows that the table refuses.</param>
internal sealed class PublishWays(
    TargetTable target, FilledTable filled, TargetSession session, PackageContext context, RefusedRows refused)
{
    /// <summary>The way that a plan takes.</summary>
    public IPublishWay Of(LoadPublish plan) => plan switch
    {
        { UsesLoadTable: true, Swap: Swap.Shadow } => new ExchangeWay(target, filled),
        { UsesLoadTable: true } => new InsertWay(target, filled, session, context, refused),
        { Swap: Swap.InPlace } => new InPlaceWay(target),
        _ => new AppendWay(target),
    };
}
