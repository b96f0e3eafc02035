CREATE TEMP VIEW tokens AS
SELECT '' AS token_id, '' AS name, '' AS role, '' AS hash, 0 AS created_at, '' AS created_by,
       NULL AS expires_at, NULL AS revoked_at, '' AS revoked_by, NULL AS last_used_at
WHERE 0
