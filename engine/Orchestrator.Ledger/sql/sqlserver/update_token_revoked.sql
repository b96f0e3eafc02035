UPDATE orchestrator.tokens SET revoked_at = CASE WHEN created_at > @p2 THEN created_at ELSE @p2 END, revoked_by = @p3
OUTPUT inserted.token_id
WHERE token_id = @p1 AND revoked_at IS NULL
