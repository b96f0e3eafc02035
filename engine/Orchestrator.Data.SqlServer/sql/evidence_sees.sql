-- Azure SQL Database shows a database and not its server. A right that a version does not know is NULL.
DECLARE @hosted int = CASE WHEN convert(int, serverproperty('EngineEdition')) IN (5, 12) THEN 1 ELSE 0 END;
DECLARE @has int = CASE WHEN @hosted = 1
  THEN has_perms_by_name(quotename(db_name()), 'DATABASE', 'VIEW DATABASE PERFORMANCE STATE')
  ELSE has_perms_by_name(NULL, NULL, 'VIEW SERVER PERFORMANCE STATE') END;
DECLARE @physical nvarchar(128);
IF EXISTS (SELECT 1 FROM sys.all_columns WHERE object_id = object_id(N'sys.databases')
  AND name = N'physical_database_name')
EXEC sp_executesql N'SELECT @physical = physical_database_name FROM sys.databases WHERE name = db_name()',
  N'@physical nvarchar(128) OUTPUT', @physical OUTPUT;
SELECT @hosted, @has, @physical,
  CASE WHEN convert(nvarchar(48), connectionproperty('net_transport')) = N'Shared memory'
    OR convert(nvarchar(48), connectionproperty('client_net_address'))
      = convert(nvarchar(48), connectionproperty('local_net_address')) THEN 1 ELSE 0 END
