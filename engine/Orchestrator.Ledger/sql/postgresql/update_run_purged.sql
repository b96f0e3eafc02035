UPDATE orchestrator.runs SET purged_at = $2, continues = NULL, files_hash = ''
WHERE run = $1 AND purged_at IS NULL AND ended_at IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM orchestrator.runs c WHERE c.continues = $1)
RETURNING run
