SELECT environment, node, watermark, data_type, value, attempt, why, who, changed_at
FROM orchestrator.watermarks
WHERE ($1 IS NULL OR environment = $1) AND ($2 IS NULL OR node = $2)
ORDER BY environment, node, watermark, change DESC
