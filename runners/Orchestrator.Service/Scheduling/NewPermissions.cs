using Orchestrator.Ledger.Serving;
using Orchestrator.Runner.Text;

namespace Orchestrator.Service.Scheduling;

/// <summary>Something that batches in force need, and that nobody has approved.</summary>
/// <param name="Needed">What.</param>
/// <param name="Batches">Names of the batches, whose runs wait for it.</param>
public sealed record WaitingPermission(NeededPermission Needed, IReadOnlyList<string> Batches)
{
    /// <summary>Its texts through the gate.</summary>
    internal WaitingPermission Gated(OutsideText outside) => new(
        Needed with { Name = outside.Line(Needed.Name) }, [.. Batches.Select(outside.Line)]);
}

/// <summary>
/// What this service is allowed, and of that, what waits for somebody to approve it. Whoever first begins a service
/// with a permission approves what the definitions name then; what they name later waits.
/// </summary>
internal sealed class NewPermissions(
    ServiceLedger ledger, LedgerConnection connection, IReadOnlySet<PermissionKind> allowed, Func<AuditEntry> first)
{
    private IReadOnlyList<ServedBatch> _batches = [];

    /// <summary>What waits.</summary>
    public IReadOnlyList<WaitingPermission> Waiting { get; private set; } = [];

    /// <summary>Takes on other definitions.</summary>
    public void Take(IReadOnlyList<ServedBatch> all)
    {
        _batches = all;
        foreach (var kind in allowed)
        {
            ledger.ApproveFirst(kind, [.. Needed().Where(needed => needed.Kind == kind)], first());
        }

        Look();
    }

    /// <summary>Looks whether something was approved meanwhile.</summary>
    public void Turn()
    {
        if (Waiting.Count > 0)
        {
            Look();
        }
    }

    /// <summary>What the runs of a batch wait for, in words; empty = nothing.</summary>
    public string Of(string batch) => string.Join(", ", Waiting.Where(waiting => waiting.Batches.Contains(batch))
        .Select(waiting => $"{waiting.Needed.Name} ({waiting.Needed.Hash[..12]})"));

    // What is not allowed at all is refused by the run itself.
    private IEnumerable<NeededPermission> Needed() => _batches.SelectMany(batch => batch.Needs)
        .Where(needed => allowed.Contains(needed.Kind)).DistinctBy(needed => (needed.Kind, needed.Hash));

    private void Look()
    {
        var needed = Needed().ToList();
        var approved = needed.Count == 0 ? [] : connection.Ask(reader => reader.Approvals(ledger.Environment))
            .Select(approval => (approval.Kind, approval.Hash)).ToHashSet();
        Waiting =
        [
            .. needed.Where(one => !approved.Contains((one.Kind, one.Hash))).Select(one => new WaitingPermission(
                one, [.. _batches.Where(
                    batch => batch.Needs.Any(need => (need.Kind, need.Hash) == (one.Kind, one.Hash)))
                    .Select(batch => batch.Name)])),
        ];
    }
}
