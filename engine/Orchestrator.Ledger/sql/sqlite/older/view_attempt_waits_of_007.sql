CREATE TEMP VIEW attempt_waits AS
SELECT 0 AS attempt, '' AS name, '' AS class, 0 AS duration, 0 AS seen, 0 AS is_sampled
WHERE 0
