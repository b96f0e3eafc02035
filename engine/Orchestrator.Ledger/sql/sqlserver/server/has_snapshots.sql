SELECT CAST(snapshot_isolation_state AS int) FROM sys.databases WHERE database_id = DB_ID()
