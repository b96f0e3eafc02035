SELECT connection, platform, server, database_name FROM orchestrator.run_connections WHERE run = @p1 ORDER BY connection
