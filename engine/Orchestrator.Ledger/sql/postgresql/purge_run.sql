DELETE FROM orchestrator.runs WHERE run = $1 AND purged_at IS NOT NULL
