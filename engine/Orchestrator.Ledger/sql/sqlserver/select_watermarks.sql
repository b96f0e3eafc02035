SELECT w.environment, w.node, w.watermark, w.data_type, w.value, w.attempt, w.why, w.who, w.changed_at
FROM orchestrator.watermarks w
LEFT JOIN orchestrator.attempts a ON a.attempt = w.attempt
WHERE (@p1 IS NULL OR w.environment = @p1) AND (@p2 IS NULL OR w.node = @p2)
  AND (w.attempt IS NULL OR (a.state = N'Hardened' OR a.state = N'Succeeded' AND a.scope IS NULL))
ORDER BY w.environment, w.node, w.watermark, w.change DESC
