using Orchestrator.Ledger.Columns;

namespace Orchestrator.Ledger.Serving;

/// <summary>Reads and writes approvals, inside the transaction of the caller.</summary>
internal static class ApprovalStatements
{
    /// <summary>Adds one; false = it is there.</summary>
    public static bool Insert(StatementCache statements, ApprovalRecord approval) => LedgerRows.All(
        statements["insert_approval"].Bind(approval.Environment).Bind(EnumWords<PermissionKind>.Of(approval.Kind))
            .Bind(approval.Hash).Bind(approval.Name).Bind(Instant.Of(approval.Approved)).Bind(approval.ApprovedBy),
        row => row.Number(0)).Count > 0;

    public static IReadOnlyList<ApprovalRecord> All(StatementCache statements, string environment) =>
        LedgerRows.All(statements["select_approvals"].Bind(environment), Row);

    public static ApprovalRecord Row(Statement row) => new()
    {
        Number = row.Number(ApprovalColumns.Approval),
        Environment = row.Text(ApprovalColumns.Environment),
        Kind = EnumWords<PermissionKind>.Parse(row.Text(ApprovalColumns.Kind)),
        Hash = row.Text(ApprovalColumns.Hash),
        Name = row.Text(ApprovalColumns.Name),
        Approved = Instant.At(row.Number(ApprovalColumns.ApprovedAt)),
        ApprovedBy = row.Text(ApprovalColumns.ApprovedBy),
    };
}
