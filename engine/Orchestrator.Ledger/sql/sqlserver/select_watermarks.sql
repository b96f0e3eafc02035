SELECT environment, node, watermark, data_type, value, attempt, why, who, changed_at
FROM orchestrator.watermarks
WHERE (@p1 IS NULL OR environment = @p1) AND (@p2 IS NULL OR node = @p2)
ORDER BY environment, node, watermark, change DESC
