SELECT connection, platform, began_at, ended_at, looks, processor_time, server_time, is_local, work_time, missing
FROM run_evidence
WHERE run = ?1
ORDER BY connection
