CREATE TEMP VIEW run_evidence AS
SELECT 0 AS run, '' AS connection, '' AS platform, 0 AS began_at, 0 AS ended_at, 0 AS looks, 0 AS processor_time,
       0 AS server_time, 0 AS is_local, NULL AS work_time, '' AS missing
WHERE 0
