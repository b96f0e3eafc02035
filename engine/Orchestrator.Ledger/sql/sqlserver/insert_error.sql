INSERT INTO orchestrator.errors (attempt, code, class, phase, message, connection, script, line, server_code)
VALUES (@p1, @p2, @p3, @p4, @p5, @p6, @p7, @p8, @p9)
