UPDATE orchestrator.run_evidence SET ended_at = @p5, looks = @p6, processor_time = @p7, server_time = @p8,
    work_time = @p10, missing = @p11
WHERE run = @p1 AND connection = @p2
IF @@ROWCOUNT = 0
INSERT INTO orchestrator.run_evidence (run, connection, platform, began_at, ended_at, looks, processor_time,
    server_time, is_local, work_time, missing)
VALUES (@p1, @p2, @p3, @p4, @p5, @p6, @p7, @p8, @p9, @p10, @p11)
