UPDATE orchestrator.firings SET service = @p3, token = token + 1 OUTPUT inserted.firing
WHERE firing = @p1 AND token = @p2 AND ended_at IS NULL
