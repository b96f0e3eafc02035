SELECT w.attempt
FROM orchestrator.watermarks w
WHERE w.attempt IS NOT NULL AND w.change IN (
    SELECT max(k.change)
    FROM orchestrator.watermarks k
    LEFT JOIN orchestrator.attempts a ON a.attempt = k.attempt
    WHERE k.attempt IS NULL OR (a.state = 'Hardened' OR a.state = 'Succeeded' AND a.scope IS NULL)
    GROUP BY k.environment, k.node, k.watermark)
UNION
SELECT f.attempt
FROM orchestrator.files f
WHERE f.to_move <> '' OR f.number IN (
    SELECT max(k.number)
    FROM orchestrator.files k
    JOIN orchestrator.attempts a ON a.attempt = k.attempt
    WHERE k.outcome IN ('Loaded', 'AlreadyLoaded')
      AND (a.state = 'Hardened' OR a.state = 'Succeeded' AND a.scope IS NULL)
    GROUP BY k.environment, k.node, k.path, k.size, k.written_at, k.hash, k.outcome)
