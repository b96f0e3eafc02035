SELECT connection, platform, server, database_name FROM run_connections WHERE run = ?1 ORDER BY connection
