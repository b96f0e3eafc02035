CREATE TEMP VIEW run_wishes AS
SELECT 0 AS wish, '' AS batch, '' AS trigger_name, '' AS environment, NULL AS continues, '' AS idempotency_key,
       '' AS who, 0 AS asked_at, NULL AS answered_at, NULL AS firing, '' AS refusal
WHERE 0
