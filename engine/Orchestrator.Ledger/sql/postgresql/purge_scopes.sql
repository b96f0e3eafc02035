DELETE FROM orchestrator.scopes WHERE run = $1
