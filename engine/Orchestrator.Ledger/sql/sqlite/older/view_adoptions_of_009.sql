CREATE TEMP VIEW adoptions AS
SELECT 0 AS adoption, '' AS environment, '' AS node, 0 AS last_attempt, '' AS who, 0 AS adopted_at,
       0 AS after_change, 0 AS undone_to
WHERE 0
