INSERT INTO orchestrator.watermarks (environment, node, watermark, data_type, value, attempt, why, who, changed_at)
VALUES (@p1, @p2, @p3, @p4, @p5, @p6, @p7, @p8, @p9)
