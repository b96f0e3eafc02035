SELECT entry, environment, at, who, role, address, action, object, outcome, detail
FROM orchestrator.audit
WHERE @p1 IS NULL OR entry < @p1
ORDER BY entry DESC
OFFSET 0 ROWS FETCH NEXT @p2 ROWS ONLY
