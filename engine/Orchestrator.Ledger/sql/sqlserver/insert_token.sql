INSERT INTO orchestrator.tokens (token_id, name, role, hash, created_at, created_by, expires_at, revoked_at, revoked_by,
                                 last_used_at)
OUTPUT inserted.token_id
SELECT @p1, @p2, @p3, @p4, @p5, @p6, @p7, NULL, N'', NULL
WHERE NOT EXISTS (SELECT 1 FROM orchestrator.tokens WITH (UPDLOCK, HOLDLOCK) WHERE name = @p2 AND revoked_at IS NULL)
