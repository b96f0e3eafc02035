UPDATE scopes
SET hardened_at = (SELECT a.ended_at FROM attempts a WHERE a.attempt = ?1)
WHERE scope = (SELECT a.scope FROM attempts a WHERE a.attempt = ?1)
  AND coalesce(hardened_at, 0) < (SELECT a.ended_at FROM attempts a WHERE a.attempt = ?1)
