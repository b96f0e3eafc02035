WITH found AS (
  SELECT c.oid, c.relkind, n.nspname::text AS schema, c.relname::text AS name
  FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition AND c.relpersistence <> 't'
    AND n.nspname NOT IN ('information_schema', 'orchestrator') AND n.nspname NOT LIKE 'pg\_%'
    AND n.nspname NOT LIKE 'orchestrator\_%' AND c.relname NOT LIKE 'orchestrator\_%'
)
SELECT f.schema, f.name,
  CASE f.relkind WHEN 'v' THEN 'view' WHEN 'm' THEN 'materialized view' WHEN 'f' THEN 'foreign table' ELSE 'table' END,
  '', '', '', '', '', 0::bigint AS place
FROM found AS f
UNION ALL
SELECT f.schema, f.name, CASE WHEN x.indisprimary THEN 'primary key' ELSE 'unique key' END, i.relname::text,
  a.attname::text, '', '', '', k.place
FROM found AS f
JOIN pg_index AS x ON x.indrelid = f.oid AND x.indisunique AND x.indisvalid AND x.indpred IS NULL
  AND x.indexprs IS NULL
JOIN pg_class AS i ON i.oid = x.indexrelid
CROSS JOIN LATERAL unnest(x.indkey::int2[]) WITH ORDINALITY AS k (number, place)
JOIN pg_attribute AS a ON a.attrelid = f.oid AND a.attnum = k.number
WHERE k.place <= x.indnkeyatts
UNION ALL
SELECT f.schema, f.name, 'foreign key', k.conname::text, a.attname::text, n.nspname::text, c.relname::text,
  b.attname::text, p.place
FROM found AS f
JOIN pg_constraint AS k ON k.conrelid = f.oid AND k.contype = 'f' AND k.conparentid = 0
JOIN pg_class AS c ON c.oid = k.confrelid
JOIN pg_namespace AS n ON n.oid = c.relnamespace
CROSS JOIN LATERAL unnest(k.conkey, k.confkey) WITH ORDINALITY AS p (own, other, place)
JOIN pg_attribute AS a ON a.attrelid = f.oid AND a.attnum = p.own
JOIN pg_attribute AS b ON b.attrelid = k.confrelid AND b.attnum = p.other
ORDER BY place
