-- Not every server that speaks the protocol tells of parameters.
IF object_id(N'sys.parameters') IS NOT NULL
EXEC sp_executesql N'
SELECT p.name, type_name(p.system_type_id), p.max_length, p.precision, p.scale
FROM sys.parameters AS p
WHERE p.object_id = object_id(quotename(@schema) + N''.'' + quotename(@name)) AND p.is_output = 1
  AND type_name(p.system_type_id) IS NOT NULL',
N'@schema nvarchar(128), @name nvarchar(128)', @schema, @name
