CREATE TEMP VIEW watermarks AS
SELECT 0 AS change, '' AS environment, '' AS node, '' AS watermark, '' AS data_type, NULL AS value, NULL AS attempt,
       '' AS why, '' AS who, 0 AS changed_at
WHERE 0
