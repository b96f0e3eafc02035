DELETE FROM orchestrator.runs WHERE run = @p1 AND purged_at IS NOT NULL
