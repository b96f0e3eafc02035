SELECT count(*) FROM orchestrator.runs WHERE purged_at IS NULL
