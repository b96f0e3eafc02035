UPDATE orchestrator.runs SET ended_at = $2, verdict = $3 WHERE run = $1 AND ended_at IS NULL
