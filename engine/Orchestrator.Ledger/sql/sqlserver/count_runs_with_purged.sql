SELECT count(*) FROM orchestrator.runs
