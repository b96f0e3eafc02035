SELECT w.environment, w.node, w.watermark, w.data_type, w.value, w.attempt, w.why, w.who, w.changed_at, w.change
FROM orchestrator.watermarks w
LEFT JOIN orchestrator.attempts a ON a.attempt = w.attempt
WHERE ($1 IS NULL OR w.environment = $1) AND ($2 IS NULL OR w.node = $2)
  AND (w.attempt IS NULL OR (a.state = 'Hardened' OR a.state = 'Succeeded' AND a.scope IS NULL))
  AND NOT EXISTS (
      SELECT 1 FROM orchestrator.adoptions o
      WHERE o.environment = w.environment AND o.node = w.node
        AND w.attempt > o.last_attempt AND w.attempt <= o.undone_to)
ORDER BY w.environment, w.node, w.watermark, w.change DESC
