DELETE FROM orchestrator.errors
WHERE attempt IN (SELECT attempt FROM orchestrator.attempts WHERE run = $1 AND node BETWEEN $2 AND $3)
