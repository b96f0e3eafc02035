SELECT convert(nvarchar(128), '') AS [schema], convert(nvarchar(128), '') AS name,
  convert(nvarchar(128), 'CreateSchema') AS kind
WHERE has_perms_by_name(quotename(db_name()), 'DATABASE', 'CREATE SCHEMA') = 1
UNION ALL
SELECT s.name, '', 'UseSchema' FROM sys.schemas AS s
UNION ALL
SELECT s.name, '', 'CreateTable' FROM sys.schemas AS s
WHERE has_perms_by_name(quotename(db_name()), 'DATABASE', 'CREATE TABLE') = 1
  AND has_perms_by_name(quotename(s.name), 'SCHEMA', 'ALTER') = 1
UNION ALL
-- No right can be granted for DBCC CHECKIDENT: it goes by roles, and by the owner of the schema.
SELECT s.name, '', 'SetNumbers' FROM sys.schemas AS s
WHERE is_member('db_ddladmin') = 1 OR is_member('db_owner') = 1
  OR s.principal_id = database_principal_id() OR is_member(user_name(s.principal_id)) = 1
UNION ALL
SELECT s.name, o.name, k.kind
FROM sys.objects AS o
JOIN sys.schemas AS s ON s.schema_id = o.schema_id
CROSS JOIN (
  SELECT 'Select' AS kind, 'SELECT' AS word UNION ALL SELECT 'Insert', 'INSERT' UNION ALL SELECT 'Update', 'UPDATE'
  UNION ALL SELECT 'Delete', 'DELETE' UNION ALL SELECT 'KeepIdentity', 'ALTER' UNION ALL SELECT 'Alter', 'ALTER'
  UNION ALL SELECT 'References', 'REFERENCES' UNION ALL SELECT 'Own', 'CONTROL'
) AS k
WHERE o.type IN ('U', 'V') AND o.is_ms_shipped = 0
  AND has_perms_by_name(quotename(s.name) + '.' + quotename(o.name), 'OBJECT', k.word) = 1
