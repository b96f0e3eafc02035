SELECT approval, environment, kind, hash, name, approved_at, approved_by
FROM orchestrator.approvals
WHERE environment = @p1
ORDER BY approval
