DELETE FROM orchestrator.run_waits WHERE run = $1
