using Orchestrator.Core.Machine;
using Orchestrator.Ledger;

namespace Orchestrator.Runner;

/// <summary>What the ledger says that somebody asks, as the machine understands it.</summary>
internal static class OperatorEvents
{
    public static OperatorRequest Of(RequestRecord asked, TimeSpan at) => asked.Verb switch
    {
        RequestVerb.Hold => new HoldRequested(at, asked.Number, asked.Node, asked.Who, asked.Reason),
        RequestVerb.Release => new ReleaseRequested(at, asked.Number, asked.Node, asked.Who, asked.Reason),
        RequestVerb.Skip => new SkipRequested(at, asked.Number, asked.Node, asked.Who, asked.Reason, asked.AsSuccess),
        RequestVerb.Prioritise => new PrioritiseRequested(at, asked.Number, asked.Node, asked.Who, asked.Reason),
        _ => new CancelNodeRequested(at, asked.Number, asked.Node, asked.Who, asked.Reason),
    };
}
