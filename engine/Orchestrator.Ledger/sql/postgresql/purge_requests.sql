DELETE FROM orchestrator.requests WHERE run = $1
