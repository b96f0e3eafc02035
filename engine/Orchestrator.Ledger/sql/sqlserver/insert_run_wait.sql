INSERT INTO orchestrator.run_waits (run, connection, name, class, duration, seen, is_sampled)
VALUES (@p1, @p2, @p3, @p4, @p5, @p6, @p7)
