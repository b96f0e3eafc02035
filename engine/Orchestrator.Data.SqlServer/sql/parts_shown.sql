-- Not every server that speaks the protocol has policies; a definition that this user may not see is not told.
IF object_id(N'sys.security_predicates') IS NOT NULL AND object_id(N'sys.masked_columns') IS NOT NULL
  AND object_id(N'sys.sql_dependencies') IS NOT NULL
EXEC sp_executesql N'
WITH limited AS (
  SELECT p.target_object_id AS id, N''its rows are filtered by the security policy '' + s.name AS why, 0 AS masked
  FROM sys.security_predicates AS p
  JOIN sys.security_policies AS s ON s.object_id = p.object_id
  WHERE s.is_enabled = 1 AND p.predicate_type = 0
  UNION ALL
  SELECT m.object_id, N''the values of its column '' + m.name + N'' are masked for this user'', 1
  FROM sys.masked_columns AS m
  WHERE m.is_masked = 1 AND coalesce(
    has_perms_by_name(quotename(object_schema_name(m.object_id)) + N''.'' + quotename(object_name(m.object_id)),
      N''OBJECT'', N''UNMASK'', m.name, N''COLUMN''),
    has_perms_by_name(db_name(), N''DATABASE'', N''UNMASK'')) = 0
), seen AS (
  SELECT l.id, convert(nvarchar(500), l.why) AS why, l.masked, 1 AS depth FROM limited AS l
  UNION ALL
  SELECT d.object_id, s.why, s.masked, s.depth + 1
  FROM seen AS s
  JOIN sys.sql_dependencies AS d ON d.referenced_major_id = s.id AND d.class IN (0, 1) AND d.object_id <> s.id
  WHERE s.depth < 9
  UNION ALL
  SELECT y.object_id, s.why, s.masked, s.depth + 1
  FROM seen AS s
  JOIN sys.synonyms AS y ON object_id(y.base_object_name) = s.id
  WHERE s.depth < 9
)
SELECT object_schema_name(o.object_id), o.name, min(s.why), min(s.masked)
FROM seen AS s
JOIN sys.objects AS o ON o.object_id = s.id
WHERE o.type IN (''U'', ''V'', ''IF'', ''TF'', ''P'', ''SN'')
  AND (@name = N'''' OR (object_schema_name(o.object_id) = @schema AND o.name = @name))
GROUP BY o.object_id, o.name
ORDER BY 1, 2', N'@schema nvarchar(128), @name nvarchar(128)', @schema, @name
