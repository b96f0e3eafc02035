CREATE TEMP VIEW attempt_evidence AS
SELECT 0 AS attempt, 0 AS commits, NULL AS commit_time, NULL AS log_bytes, NULL AS log_time, '' AS log_time_how,
       '' AS missing
WHERE 0
