UPDATE orchestrator.services SET renewed_at = $2
WHERE service = $1 AND stopped_at IS NULL
RETURNING service
