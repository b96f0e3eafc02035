INSERT INTO orchestrator.run_connections (run, connection, platform, server, database_name)
VALUES ($1, $2, $3, $4, $5)
