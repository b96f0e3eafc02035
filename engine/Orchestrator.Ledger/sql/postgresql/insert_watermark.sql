INSERT INTO orchestrator.watermarks (environment, node, watermark, data_type, value, attempt, why, who, changed_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
