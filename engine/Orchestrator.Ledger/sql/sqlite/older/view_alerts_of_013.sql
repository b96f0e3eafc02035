CREATE TEMP VIEW alerts AS
SELECT 0 AS alert, '' AS id, '' AS environment, '' AS batch, '' AS alert_name, '' AS event, '' AS target,
       '' AS target_hash, '' AS occurrence, '' AS cause, NULL AS run, '' AS detail, '' AS state, '' AS message, 0 AS tries,
       0 AS noticed_at, 0 AS due_at, NULL AS ended_at, '' AS last_error
WHERE 0
