-- The tokens that people and programs come with.

-- insert_token: Adds a token whose name no other has that is not revoked.
INSERT INTO orchestrator.tokens (token_id, name, role, hash, created_at, created_by, expires_at, revoked_at, revoked_by,
                                 last_used_at)
{inserted token_id}
SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, NULL, '', NULL
WHERE NOT EXISTS (SELECT 1 FROM orchestrator.tokens {locked} WHERE name = ?2 AND revoked_at IS NULL)
{skip}
{returning token_id}

-- update_token_used: Notes when a token was used last.
UPDATE orchestrator.tokens SET last_used_at = ?2 WHERE token_id = ?1 AND (last_used_at IS NULL OR last_used_at < ?2)

-- update_token_revoked: Revokes a token.
UPDATE orchestrator.tokens SET revoked_at = {greatest created_at, ?2}, revoked_by = ?3
{inserted token_id}
WHERE token_id = ?1 AND revoked_at IS NULL
{returning token_id}

-- select_token: The token of an id.
SELECT {token.*}
FROM orchestrator.tokens
WHERE token_id = ?1

-- select_tokens: All tokens.
SELECT {token.*}
FROM orchestrator.tokens
ORDER BY created_at, token_id
