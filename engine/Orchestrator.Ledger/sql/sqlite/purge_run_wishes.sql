DELETE FROM run_wishes
WHERE wish IN (SELECT wish FROM run_wishes WHERE environment = ?1 AND answered_at < ?2 LIMIT ?3)
RETURNING wish
