DELETE FROM orchestrator.run_samples
WHERE run = $1 AND (connection, taken_at) IN (
    SELECT connection, taken_at FROM orchestrator.run_samples
    WHERE run = $1 ORDER BY connection, taken_at LIMIT $2)
RETURNING run
