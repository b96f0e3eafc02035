DELETE FROM services
WHERE service IN (SELECT service FROM services WHERE environment = ?1 AND stopped_at < ?2 LIMIT ?3)
RETURNING service
