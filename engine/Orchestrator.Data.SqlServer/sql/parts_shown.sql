-- Not every server that speaks the protocol has policies; a definition that this user may not see is not told.
IF object_id(N'sys.security_predicates') IS NOT NULL AND object_id(N'sys.masked_columns') IS NOT NULL
  AND object_id(N'sys.sql_dependencies') IS NOT NULL
EXEC sp_executesql N'
-- Level by level and each object once: a query that calls itself would go each way that leads to it, and one leads
-- there for each column that is read.
DECLARE @seen table (id int NOT NULL, masked int NOT NULL, why nvarchar(500) NOT NULL, depth int NOT NULL,
  PRIMARY KEY (id, masked));
DECLARE @depth int = 1;
DECLARE @found int;
INSERT INTO @seen (id, masked, why, depth)
SELECT l.id, l.masked, min(convert(nvarchar(500), l.why)), 1
FROM (
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
) AS l
GROUP BY l.id, l.masked;
SET @found = @@ROWCOUNT;
WHILE @found > 0
BEGIN
  INSERT INTO @seen (id, masked, why, depth)
  SELECT r.id, s.masked, min(s.why), @depth + 1
  FROM @seen AS s
  JOIN (
    SELECT d.object_id AS id, d.referenced_major_id AS source FROM sys.sql_dependencies AS d WHERE d.class IN (0, 1)
    UNION
    SELECT y.object_id, object_id(y.base_object_name) FROM sys.synonyms AS y
  ) AS r ON r.source = s.id
  WHERE s.depth = @depth AND NOT EXISTS (SELECT 1 FROM @seen AS k WHERE k.id = r.id AND k.masked = s.masked)
  GROUP BY r.id, s.masked;
  SET @found = @@ROWCOUNT;
  SET @depth = @depth + 1;
END;
SELECT object_schema_name(o.object_id), o.name, min(s.why), min(s.masked)
FROM @seen AS s
JOIN sys.objects AS o ON o.object_id = s.id
WHERE o.type IN (''U'', ''V'', ''IF'', ''TF'', ''P'', ''SN'')
  AND (@name = N'''' OR (object_schema_name(o.object_id) = @schema AND o.name = @name))
GROUP BY o.object_id, o.name
ORDER BY 1, 2', N'@schema nvarchar(128), @name nvarchar(128)', @schema, @name
