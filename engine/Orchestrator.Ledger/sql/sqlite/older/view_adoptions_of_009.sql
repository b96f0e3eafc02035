CREATE TEMP VIEW adoptions AS
SELECT 0 AS adoption, '' AS environment, '' AS node, 0 AS last_attempt, '' AS who, 0 AS adopted_at
WHERE 0
