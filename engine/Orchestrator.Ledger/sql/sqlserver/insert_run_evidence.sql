INSERT INTO orchestrator.run_evidence (run, connection, platform, began_at, ended_at, looks, processor_time,
    server_time, is_local, work_time, missing)
VALUES (@p1, @p2, @p3, @p4, @p5, @p6, @p7, @p8, @p9, @p10, @p11)
