UPDATE orchestrator.run_waits SET duration = @p5, seen = @p6 WHERE run = @p1 AND connection = @p2 AND name = @p3
IF @@ROWCOUNT = 0
INSERT INTO orchestrator.run_waits (run, connection, name, class, duration, seen, is_sampled)
VALUES (@p1, @p2, @p3, @p4, @p5, @p6, @p7)
