DELETE FROM orchestrator.run_waits WHERE run = @p1
