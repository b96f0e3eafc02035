INSERT INTO orchestrator.attempts (run, node, number, state, started_at, scope) OUTPUT inserted.attempt
VALUES (@p1, @p2, @p3, @p4, @p5, @p6)
