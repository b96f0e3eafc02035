using Orchestrator.Core;
using Orchestrator.Ledger;
using Orchestrator.Report;
using Orchestrator.Runner.Text;

namespace Orchestrator.Service.Reading;

/// <summary>A run at work: who has a slot of its gate, and what the others wait for.</summary>
internal sealed record AtWork
{
    public required RunDigest Digest { get; init; }

    public required int SlotsInUse { get; init; }

    /// <summary>Packages that have a slot, those that have it longest first; of many the first ones.</summary>
    public required IReadOnlyList<NodeRecord> Working { get; init; }

    /// <summary>Why packages are not further, the reason of most of them first.</summary>
    public required IReadOnlyList<WaitGroup> Waits { get; init; }
}

/// <summary>Packages that wait for the same.</summary>
/// <param name="Reason">The reason.</param>
/// <param name="Count">How many.</param>
/// <param name="Since">Since when the one that waits longest.</param>
/// <param name="Longest">That one.</param>
/// <param name="What">What it waits for; may be empty.</param>
internal sealed record WaitGroup(WaitReason Reason, int Count, DateTimeOffset Since, string Longest, string What);

/// <summary>Finds the runs at work in the environment, the newest first.</summary>
internal sealed class WorkReader(Digests digests, OutsideText outside, string environment)
{
    private const int WorkingMax = 50;

    public static LedgerQuestion<IReadOnlyList<AtWork>> Runs { get; } = new(
        "work",
        static (reader, options, digests) =>
            new WorkReader(digests, options.Outside, options.Environment).Of(reader),
        []);

    private IReadOnlyList<AtWork> Of(LedgerReader reader) =>
        [.. reader.NotEnded().Where(run => run.Environment == environment && run.Verdict is null)
            .OrderByDescending(run => run.Number).Select(run => Of(reader, run))];

    private AtWork Of(LedgerReader reader, RunRecord run)
    {
        var work = reader.Nodes(run.Number).Where(node => node is { Kind: NodeKind.Package, IsTemplate: false })
            .Select(node => GatedFacts.Of(node, outside.Line)).ToList();
        var working = work.Where(HasSlot).OrderBy(node => node.Since).ToList();
        return new AtWork
        {
            Digest = digests.Of(reader, run),
            SlotsInUse = working.Count,
            Working = [.. working.Take(WorkingMax)],
            Waits = [.. work.Where(node => node.Reason is not null and not WaitReason.Working)
                .GroupBy(node => node.Reason!.Value).Select(Of).OrderByDescending(group => group.Count)],
        };
    }

    // What does not stop keeps its slot.
    private static bool HasSlot(NodeRecord node) =>
        node.State is NodeState.Running or NodeState.Cancelling or NodeState.Abandoned;

    private static WaitGroup Of(IGrouping<WaitReason, NodeRecord> group)
    {
        var longest = group.MinBy(node => node.ReasonSince ?? node.Since)!;
        return new WaitGroup(group.Key, group.Count(), longest.ReasonSince ?? longest.Since, longest.Name,
            group.Key == WaitReason.RetryAt ? "" : longest.ReasonObject);
    }
}
