-- The type that a query's only column has before anything converts it; NULL where the server cannot tell.
SELECT system_type_name
FROM sys.dm_exec_describe_first_result_set(@query, @parameters, 0)
