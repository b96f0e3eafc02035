SELECT approval, environment, kind, hash, name, approved_at, approved_by
FROM approvals
WHERE environment = ?1
ORDER BY approval
