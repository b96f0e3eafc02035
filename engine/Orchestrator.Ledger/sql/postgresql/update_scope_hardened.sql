UPDATE orchestrator.scopes
SET hardened_at = (SELECT a.ended_at FROM orchestrator.attempts a WHERE a.attempt = $1)
WHERE scope = (SELECT a.scope FROM orchestrator.attempts a WHERE a.attempt = $1)
  AND coalesce(hardened_at, 0) < (SELECT a.ended_at FROM orchestrator.attempts a WHERE a.attempt = $1)
