WITH found AS (
  SELECT c.oid, n.nspname::text AS schema, c.relname::text AS name
  FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relpersistence <> 't'
    AND n.nspname NOT IN ('information_schema', 'orchestrator') AND n.nspname NOT LIKE 'pg\_%'
    AND n.nspname NOT LIKE 'orchestrator\_%' AND c.relname NOT LIKE 'orchestrator\_%'
)
SELECT f.schema, f.name, 'table', '', '', 0 AS place FROM found AS f
UNION ALL
SELECT f.schema, f.name, 'key', '', a.attname::text, k.place
FROM found AS f
JOIN pg_index AS x ON x.indrelid = f.oid AND x.indisprimary
CROSS JOIN LATERAL unnest(x.indkey::int2[]) WITH ORDINALITY AS k (number, place)
JOIN pg_attribute AS a ON a.attrelid = f.oid AND a.attnum = k.number
WHERE k.place <= x.indnkeyatts
UNION ALL
SELECT f.schema, f.name, 'reference', n.nspname::text, c.relname::text, 0
FROM found AS f
JOIN pg_constraint AS k ON k.conrelid = f.oid AND k.contype = 'f' AND k.conparentid = 0
JOIN pg_class AS c ON c.oid = k.confrelid
JOIN pg_namespace AS n ON n.oid = c.relnamespace
ORDER BY place
