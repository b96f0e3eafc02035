using Orchestrator.Dataflow;
using Orchestrator.Dataflow.Transforms;

namespace Orchestrator.Packages.Scd;

/// <summary>
/// Keeps the history of a dimension: of delivered rows and versions that stand, each in any order, it makes those that
/// are new and those that have changed.
/// </summary>
public sealed class ScdWorker : CompositeWorker
{
    private long _delivered;

    /// <summary>Takes the delivered rows and all versions of the target.</summary>
    public ScdWorker(Output<ScdRow> delivery, Output<ScdVersion> standing, string name, ScdRules rules,
        SpillOptions? spill = null)
        : base(delivery.Worker.Flow, name)
    {
        using var parts = Parts();
        var rows = delivery.Filter("count", _ => ++_delivered > 0).Sort("sort rows", rules.OfRows, spill)
            .GroupSorted("rows of a key", row => row.Key, rules.OfKeys);
        var versions = standing.Sort("sort versions", rules.OfVersions, spill)
            .GroupSorted("versions of a key", version => version.Key, rules.OfKeys);
        // Nothing leaves a sort before its last row has come: here it is known whether the delivery is whole.
        var keys = rows.JoinMerge("apply", versions, JoinKind.Full, group => group.Key, group => group.Key,
            (delivered, history) => new ScdHistory(rules, history?.Rows ?? []).Apply(
                delivered?.Rows ?? [], mayDelete: _delivered > 0 && rules.IsWhole()), order: rules.OfKeys);
        var ways = keys.Multicast("outcomes", 2);
        var changes = ways[0].Expand("changes", outcome => outcome.Changes).Split("is new", version => version.IsNew);
        (New, Changed) = (changes.To[0], changes.Default);
        Counts = ways[1].Aggregate("sum", _ => 0, _ => default(ScdCounts), (sum, outcome) => sum + outcome.Counts,
            (_, sum) => sum);
    }

    /// <summary>Versions to be inserted.</summary>
    public Output<ScdVersion> New { get; }

    /// <summary>Versions to be updated, as they are now; key and beginning say which.</summary>
    public Output<ScdVersion> Changed { get; }

    /// <summary>What became of the rows, as one row.</summary>
    public Output<ScdCounts> Counts { get; }

    protected override void Begin(CancellationToken cancellation) => _delivered = 0;
}
