DELETE FROM orchestrator.requests WHERE run = @p1
