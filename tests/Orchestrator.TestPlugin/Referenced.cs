using Orchestrator.Dataflow;
using Orchestrator.Plugins;

namespace Orchestrator.TestPlugin;

/// <summary>Rows of the source with what 500 rows of its own say of them, each of which is there twice.</summary>
public sealed class Referenced : DataflowPackage<NoOptions>
{
    /// <inheritdoc/>
    protected override void Build(Flow flow, NoOptions options, IFlowContext context)
    {
        var names = flow.Rows("names", Enumerable.Range(0, 500).Select(number => new Sale(number / 2, "known", 0)))
            .Distinct("once", sale => sale.Id).Output;
        var known = context.Source<Sale>().Lookup("known", names, sale => sale.Id, name => name.Id,
            (sale, name) => sale with { Name = name.Name });
        known.Misses.Trash("unknown");
        context.Target(known.Output);
    }
}
