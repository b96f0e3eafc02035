INSERT INTO run_evidence (run, connection, platform, began_at, ended_at, looks, processor_time, server_time,
    is_local, work_time, missing)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
ON CONFLICT (run, connection) DO UPDATE SET ended_at = excluded.ended_at, looks = excluded.looks,
    processor_time = excluded.processor_time, server_time = excluded.server_time, work_time = excluded.work_time,
    missing = excluded.missing
