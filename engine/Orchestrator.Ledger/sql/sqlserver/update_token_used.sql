UPDATE orchestrator.tokens SET last_used_at = @p2 WHERE token_id = @p1 AND (last_used_at IS NULL OR last_used_at < @p2)
