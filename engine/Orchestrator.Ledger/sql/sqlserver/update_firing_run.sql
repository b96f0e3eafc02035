UPDATE orchestrator.firings SET run = @p3, state = @p5 OUTPUT inserted.firing
WHERE firing = @p1 AND token = @p2 AND ended_at IS NULL AND (run IS NULL OR run = @p3 OR run = @p4)
