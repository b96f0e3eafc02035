SELECT sequence, run, node, attempt, from_state, to_state, why, who, at
FROM orchestrator.transitions
WHERE run = @p1 AND sequence > @p2
ORDER BY sequence
OFFSET 0 ROWS FETCH NEXT @p3 ROWS ONLY
