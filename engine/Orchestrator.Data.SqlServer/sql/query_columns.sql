-- Not every server that speaks the protocol can describe a query.
IF object_id(N'sys.dm_exec_describe_first_result_set') IS NOT NULL
EXEC sp_executesql N'
SELECT collation_name, convert(int, collationproperty(collation_name, ''CodePage'')), source_column
FROM sys.dm_exec_describe_first_result_set(@query, @parameters, 1)
WHERE is_hidden = 0 AND error_number IS NULL
ORDER BY column_ordinal',
N'@query nvarchar(max), @parameters nvarchar(max)', @query, @parameters
