UPDATE orchestrator.tokens SET revoked_at = greatest(created_at, $2), revoked_by = $3
WHERE token_id = $1 AND revoked_at IS NULL
RETURNING token_id
