SELECT 'DBCC CHECKIDENT (' + 'N''' + replace(quotename(@schema) + '.' + quotename(@name), '''', '''''') + ''''
  + ', RESEED, ' + convert(varchar(40), CASE WHEN (m.next - m.seed) * sign(m.step) > 0 THEN m.next ELSE m.seed END)
  + ') WITH NO_INFOMSGS'
FROM sys.identity_columns AS n
CROSS APPLY (
  SELECT convert(decimal(38, 0), n.seed_value) AS seed, convert(decimal(38, 0), n.increment_value) AS step,
    convert(decimal(38, 0), n.last_value) + convert(decimal(38, 0), n.increment_value) AS next
) AS m
WHERE n.object_id = object_id(quotename(@load_schema) + N'.' + quotename(@load))
