SELECT max(coalesce(ended_at, due_at))
FROM alerts
WHERE environment = ?1 AND target_hash = ?2 AND cause = ?3 AND message <> '' AND noticed_at > ?4
