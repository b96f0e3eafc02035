SELECT node, max(last_attempt), max(adopted_at), max(after_change)
FROM orchestrator.adoptions
WHERE environment = @p1 AND undone_to = 0
GROUP BY node
