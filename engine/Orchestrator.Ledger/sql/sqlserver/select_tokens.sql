SELECT token_id, name, role, hash, created_at, created_by, expires_at, revoked_at, revoked_by, last_used_at
FROM orchestrator.tokens
ORDER BY created_at, token_id
