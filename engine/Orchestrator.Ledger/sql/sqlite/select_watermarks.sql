SELECT w.environment, w.node, w.watermark, w.data_type, w.value, w.attempt, w.why, w.who, w.changed_at
FROM watermarks w
LEFT JOIN attempts a ON a.attempt = w.attempt
WHERE (?1 IS NULL OR w.environment = ?1) AND (?2 IS NULL OR w.node = ?2)
  AND (w.attempt IS NULL OR (a.state = 'Hardened' OR a.state = 'Succeeded' AND a.scope IS NULL))
ORDER BY w.environment, w.node, w.watermark, w.change DESC
