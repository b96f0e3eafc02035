DELETE FROM transitions
WHERE run = ?1 AND sequence IN (SELECT sequence FROM transitions WHERE run = ?1 ORDER BY sequence LIMIT ?2)
RETURNING run
