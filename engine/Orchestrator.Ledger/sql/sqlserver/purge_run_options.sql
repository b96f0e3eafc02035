DELETE FROM orchestrator.run_options WHERE run = @p1
