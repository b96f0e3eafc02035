UPDATE orchestrator.requests SET answered_at = @p2, outcome = @p3, answer = @p4
WHERE request = @p1 AND answered_at IS NULL
