SELECT collation_name, convert(int, collationproperty(collation_name, 'CodePage')), source_column
FROM sys.dm_exec_describe_first_result_set(@query, @parameters, 1)
WHERE is_hidden = 0
ORDER BY column_ordinal
