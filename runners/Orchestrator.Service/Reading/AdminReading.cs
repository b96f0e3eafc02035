using Orchestrator.Ledger;
using Orchestrator.Ledger.Serving;
using Orchestrator.Service.Pages;

namespace Orchestrator.Service.Reading;

/// <summary>What admins are shown beside all others; texts have passed the gate.</summary>
internal sealed class AdminReading(ServiceOptions options, LedgerCache look)
{
    public const int EntriesPerPage = 50;

    /// <summary>What was approved, and what waits to be.</summary>
    public async Task<ApprovalList> ApprovalsAsync(CancellationToken aborted) => new(
        [.. (options.Scheduler()?.Waiting ?? []).Select(each => each.Gated(options.Outside))],
        await look.AskAnewAsync(Approved, aborted) ?? []);

    /// <summary>Entries of the audit log before a number, or the newest.</summary>
    public async Task<AuditList> AuditAsync(long? before, CancellationToken aborted)
    {
        var found = await look.AskAnewAsync(reader => reader.Audit(before, EntriesPerPage + 1), aborted) ?? [];
        AuditEntry[] shown = [.. found.Take(EntriesPerPage).Select(Gated)];
        return new AuditList(shown, found.Count > shown.Length ? shown[^1].Number : null);
    }

    private IReadOnlyList<ApprovalRecord> Approved(LedgerReader reader) =>
    [
        .. reader.Approvals(options.Environment).Where(approval => approval.Hash.Length > 0).Reverse()
            .Select(approval => approval with
            {
                Name = options.Outside.Line(approval.Name),
                ApprovedBy = options.Outside.Line(approval.ApprovedBy),
            }),
    ];

    private AuditEntry Gated(AuditEntry entry) => entry with
    {
        Environment = options.Outside.Line(entry.Environment),
        Who = options.Outside.Line(entry.Who),
        Address = options.Outside.Line(entry.Address),
        Action = options.Outside.Line(entry.Action),
        Object = options.Outside.Line(entry.Object),
        Detail = options.Outside.Line(entry.Detail),
    };
}
