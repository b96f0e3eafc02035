DELETE FROM alerts
WHERE alert IN (SELECT alert FROM alerts WHERE environment = ?1 AND ended_at < ?2 LIMIT ?3)
RETURNING alert
