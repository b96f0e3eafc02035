UPDATE orchestrator.waits SET duration = @p3 WHERE attempt = @p1 AND reason = @p2
IF @@ROWCOUNT = 0
INSERT INTO orchestrator.waits (attempt, reason, duration) VALUES (@p1, @p2, @p3)
