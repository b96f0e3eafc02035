INSERT INTO orchestrator.run_evidence (run, connection, platform, began_at, ended_at, looks, processor_time,
    server_time, is_local, work_time, missing)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
