DELETE FROM orchestrator.run_connections WHERE run = @p1
