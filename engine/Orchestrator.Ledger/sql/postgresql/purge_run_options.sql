DELETE FROM orchestrator.run_options WHERE run = $1
