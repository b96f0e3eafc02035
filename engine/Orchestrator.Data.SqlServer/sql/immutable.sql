SELECT count(*) FROM sys.databases
WHERE database_id = db_id() AND (is_read_only = 1 OR source_database_id IS NOT NULL)
