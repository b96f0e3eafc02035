INSERT INTO orchestrator.attempt_waits (attempt, name, class, duration, seen, is_sampled)
VALUES (@p1, @p2, @p3, @p4, @p5, @p6)
