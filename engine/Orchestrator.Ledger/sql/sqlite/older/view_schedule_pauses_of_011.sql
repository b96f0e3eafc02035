CREATE TEMP VIEW schedule_pauses AS
SELECT 0 AS pause, '' AS batch, '' AS trigger_name, '' AS environment, 0 AS paused_at, '' AS paused_by,
       '' AS reason, NULL AS resumed_at, '' AS resumed_by
WHERE 0
