UPDATE orchestrator.runs SET purged_at = @p2, continues = NULL, files_hash = ''
OUTPUT inserted.run
WHERE run = @p1 AND purged_at IS NULL AND ended_at IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM orchestrator.runs c WHERE c.continues = @p1)
