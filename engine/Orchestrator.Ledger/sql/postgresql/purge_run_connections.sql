DELETE FROM orchestrator.run_connections WHERE run = $1
