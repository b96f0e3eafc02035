UPDATE services SET stopped_at = max(started_at, ?2)
WHERE service = ?1 AND stopped_at IS NULL
RETURNING service
