SELECT entry, environment, at, who, role, address, action, object, outcome, detail
FROM orchestrator.audit
WHERE $1 IS NULL OR entry < $1
ORDER BY entry DESC
LIMIT $2
