WITH sides AS (
  SELECT c.object_id, row_number() OVER (PARTITION BY c.object_id ORDER BY c.column_id) AS place, c.name,
    c.user_type_id, c.max_length, c.precision, c.scale, c.collation_name, c.is_nullable, c.is_identity, c.is_rowguidcol
  FROM sys.columns AS c
),
target AS (
  SELECT place, name, user_type_id, max_length, precision, scale, collation_name, is_nullable, is_identity,
    is_rowguidcol
  FROM sides WHERE object_id = object_id(quotename(@schema) + N'.' + quotename(@name))
),
made AS (
  SELECT place, name, user_type_id, max_length, precision, scale, collation_name, is_nullable, is_identity,
    is_rowguidcol
  FROM sides WHERE object_id = object_id(quotename(@load_schema) + N'.' + quotename(@load))
)
SELECT count(*) FROM (
  SELECT * FROM (SELECT * FROM target EXCEPT SELECT * FROM made) AS missing
  UNION ALL
  SELECT * FROM (SELECT * FROM made EXCEPT SELECT * FROM target) AS added
) AS differences
