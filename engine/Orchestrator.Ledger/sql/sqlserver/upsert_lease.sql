UPDATE orchestrator.leases
SET run = @p3, token = @p4, host = @p5, user_name = @p6, process_id = @p7, boot_id = @p8, process_began = @p9,
    session = @p10, renewed_at = @p11, lasts_until = @p12
WHERE batch = @p1 AND environment = @p2
IF @@ROWCOUNT = 0
INSERT INTO orchestrator.leases (batch, environment, run, token, host, user_name, process_id, boot_id, process_began,
                                 session, renewed_at, lasts_until)
VALUES (@p1, @p2, @p3, @p4, @p5, @p6, @p7, @p8, @p9, @p10, @p11, @p12)
