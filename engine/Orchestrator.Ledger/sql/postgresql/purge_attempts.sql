DELETE FROM orchestrator.attempts WHERE run = $1 AND node BETWEEN $2 AND $3
