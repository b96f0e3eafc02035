WITH target AS (
  SELECT c.oid FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
  WHERE n.nspname = @schema AND c.relname = @name
)
SELECT k.conname FROM target AS t JOIN pg_constraint AS k ON k.conrelid = t.oid AND k.contype IN ('p', 'f')
UNION ALL
SELECT a.attname FROM target AS t JOIN pg_attribute AS a ON a.attrelid = t.oid
WHERE (a.atthasdef OR a.attidentity <> '') AND a.attnum > 0 AND NOT a.attisdropped
