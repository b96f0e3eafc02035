INSERT INTO orchestrator.run_connections (run, connection, platform, server, database_name)
VALUES (@p1, @p2, @p3, @p4, @p5)
