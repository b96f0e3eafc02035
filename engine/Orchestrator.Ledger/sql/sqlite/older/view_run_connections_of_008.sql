CREATE TEMP VIEW run_connections AS
SELECT 0 AS run, '' AS connection, '' AS platform, '' AS server, '' AS database_name
WHERE 0
