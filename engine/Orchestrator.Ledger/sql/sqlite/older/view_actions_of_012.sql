CREATE TEMP VIEW actions AS
SELECT 0 AS action, '' AS environment, '' AS idempotency_key, '' AS command, '' AS who, 0 AS asked_at,
       NULL AS request, NULL AS wish, '' AS outcome, '' AS answer
WHERE 0
