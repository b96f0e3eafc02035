CREATE TEMP VIEW requests AS
SELECT 0 AS request, 0 AS run, '' AS verb, 0 AS node, '' AS value, '' AS reason, '' AS who, 0 AS asked_at,
       NULL AS answered_at, '' AS outcome, '' AS answer
WHERE 0
