SELECT 'DBCC CHECKIDENT (' + 'N''' + replace(quotename(@schema) + '.' + quotename(@name), '''', '''''') + ''''
  + ', RESEED, ' + convert(varchar(40), CASE WHEN g.next > m.seed AND m.step > 0 OR g.next < m.seed AND m.step < 0
    THEN g.next ELSE m.seed END)
  + ') WITH NO_INFOMSGS'
FROM sys.identity_columns AS n
CROSS APPLY (
  SELECT convert(decimal(38, 0), n.seed_value) AS seed, convert(decimal(38, 0), n.increment_value) AS step,
    convert(decimal(38, 0), n.last_value) AS last,
    convert(decimal(38, 0), CASE type_name(n.system_type_id) WHEN 'tinyint' THEN '0' WHEN 'smallint' THEN '-32768'
      WHEN 'int' THEN '-2147483648' WHEN 'bigint' THEN '-9223372036854775808'
      ELSE '-' + replicate('9', n.precision) END) AS lowest,
    convert(decimal(38, 0), CASE type_name(n.system_type_id) WHEN 'tinyint' THEN '255' WHEN 'smallint' THEN '32767'
      WHEN 'int' THEN '2147483647' WHEN 'bigint' THEN '9223372036854775807'
      ELSE replicate('9', n.precision) END) AS highest
) AS m
-- Beyond the end of its type there is no number: the last is given again, which a key refuses.
CROSS APPLY (
  SELECT CASE WHEN m.step > 0 AND m.last > m.highest - m.step OR m.step < 0 AND m.last < m.lowest - m.step
    THEN m.last ELSE m.last + m.step END AS next
) AS g
WHERE n.object_id = object_id(quotename(@load_schema) + N'.' + quotename(@load))
