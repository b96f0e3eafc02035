DELETE FROM firings
WHERE firing IN (
    SELECT f.firing FROM firings f
    WHERE f.environment = ?1 AND f.ended_at < ?2
      AND (f.cause = ?4 OR EXISTS (SELECT 1 FROM firings n
                                 WHERE n.batch = f.batch AND n.trigger_name = f.trigger_name
                                   AND n.environment = f.environment AND n.scheduled_at > f.scheduled_at
                                   AND n.cause <> ?4))
    LIMIT ?3)
RETURNING firing
