SELECT node, last_attempt, adopted_at, after_change, undone_to
FROM orchestrator.adoptions
WHERE environment = $1 AND undone_to > 0
ORDER BY adoption
