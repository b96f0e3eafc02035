DELETE FROM orchestrator.run_evidence WHERE run = @p1
