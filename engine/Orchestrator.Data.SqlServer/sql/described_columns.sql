-- The columns that a query would return, with their types; no row from a server that speaks the protocol and can
-- describe no query, nor for what it cannot describe.
IF object_id(N'sys.dm_exec_describe_first_result_set') IS NOT NULL
EXEC sp_executesql N'
SELECT name, system_type_name
FROM sys.dm_exec_describe_first_result_set(@query, @parameters, 0)
WHERE is_hidden = 0 AND error_number IS NULL
ORDER BY column_ordinal',
N'@query nvarchar(max), @parameters nvarchar(max)', @query, @parameters
