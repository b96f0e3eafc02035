namespace Orchestrator.Ledger.Serving;

/// <summary>
/// What is approved by who begins a service that is allowed something for the first time, inside the transaction of the
/// caller.
/// </summary>
internal static class FirstApproval
{
    /// <summary>Adds one with its entry in the audit log; false = it is there.</summary>
    public static bool Insert(StatementCache statements, NeededPermission needed, AuditEntry audit)
    {
        if (!ApprovalStatements.Insert(statements, Of(audit, needed.Kind, needed.Hash, needed.Name)))
        {
            return false;
        }

        AuditWriter.Insert(statements, [audit with { Object = $"{needed.Name} ({needed.Hash})" }]);
        return true;
    }

    public static ApprovalRecord Of(AuditEntry audit, PermissionKind kind, string hash, string name) => new()
    {
        Environment = audit.Environment,
        Kind = kind,
        Hash = hash,
        Name = name,
        Approved = audit.At,
        ApprovedBy = audit.Who,
    };
}
