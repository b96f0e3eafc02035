-- The type that a query's only column has before anything converts it; NULL where the server cannot tell, and no row
-- from one that speaks the protocol and can describe no query.
IF object_id(N'sys.dm_exec_describe_first_result_set') IS NOT NULL
EXEC sp_executesql N'
SELECT system_type_name
FROM sys.dm_exec_describe_first_result_set(@query, @parameters, 0)',
N'@query nvarchar(max), @parameters nvarchar(max)', @query, @parameters
