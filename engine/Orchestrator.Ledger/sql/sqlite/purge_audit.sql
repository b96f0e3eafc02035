DELETE FROM audit
WHERE entry IN (SELECT entry FROM audit WHERE environment = ?1 AND at < ?2 LIMIT ?3)
RETURNING entry
