UPDATE orchestrator.requests SET answered_at = CASE WHEN asked_at > @p2 THEN asked_at ELSE @p2 END, outcome = @p3, answer = @p4
WHERE run = @p1 AND answered_at IS NULL
