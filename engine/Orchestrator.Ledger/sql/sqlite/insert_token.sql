INSERT INTO tokens (token_id, name, role, hash, created_at, created_by, expires_at, revoked_at, revoked_by,
                    last_used_at)
SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, NULL, '', NULL
WHERE NOT EXISTS (SELECT 1 FROM tokens WHERE name = ?2 AND revoked_at IS NULL)
ON CONFLICT DO NOTHING
RETURNING token_id
