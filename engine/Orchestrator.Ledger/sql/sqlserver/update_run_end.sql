UPDATE orchestrator.runs SET ended_at = @p2, verdict = @p3 WHERE run = @p1 AND ended_at IS NULL
