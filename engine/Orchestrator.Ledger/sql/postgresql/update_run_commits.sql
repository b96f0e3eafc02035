UPDATE orchestrator.runs SET commits = $2
WHERE run = $1 AND commits = $2 - 1 AND (verdict IS NULL OR verdict <> 'EndedUnexpectedly')
RETURNING commits
