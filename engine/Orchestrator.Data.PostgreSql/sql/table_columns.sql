WITH RECURSIVE found AS (
  SELECT c.oid, n.nspname::text AS schema, c.relname::text AS name
  FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition AND c.relpersistence <> 't'
    AND n.nspname NOT IN ('information_schema', 'orchestrator') AND n.nspname NOT LIKE 'pg\_%'
    AND n.nspname NOT LIKE 'orchestrator\_%' AND c.relname NOT LIKE 'orchestrator\_%'
), base AS (
  SELECT a.attrelid, a.attnum, a.atttypid AS type, a.atttypmod AS modifier, a.attnotnull AS not_null
  FROM found AS f JOIN pg_attribute AS a ON a.attrelid = f.oid
  WHERE a.attnum > 0 AND NOT a.attisdropped
  UNION ALL
  SELECT b.attrelid, b.attnum, d.typbasetype, CASE WHEN d.typtypmod = -1 THEN b.modifier ELSE d.typtypmod END,
    b.not_null OR d.typnotnull
  FROM base AS b JOIN pg_type AS d ON d.oid = b.type AND d.typtype = 'd'
)
SELECT f.schema, f.name, a.attname, b.type, format_type(b.type, b.modifier),
  CASE WHEN tn.nspname = 'pg_catalog' THEN format_type(a.atttypid, a.atttypmod)
    WHEN t.typlen = -1 AND e.typarray = t.oid
      THEN quote_ident(tn.nspname) || '.' || quote_ident(e.typname) || '[]'
    ELSE quote_ident(tn.nspname) || '.' || quote_ident(t.typname)
      || coalesce(substring(format_type(a.atttypid, a.atttypmod) from '\([0-9,]+\)$'), '')
  END
    || CASE WHEN a.attcollation <> 0 AND a.attcollation <> t.typcollation
      THEN ' COLLATE ' || quote_ident(cn.nspname) || '.' || quote_ident(co.collname) ELSE '' END,
  NOT b.not_null, bt.typtype = 'e',
  CASE a.attidentity WHEN 'a' THEN 'always' WHEN 'd' THEN 'by default' ELSE '' END,
  CASE WHEN a.attgenerated = '' THEN coalesce(pg_get_expr(v.adbin, v.adrelid), '') ELSE '' END,
  CASE WHEN a.attgenerated <> '' THEN coalesce(pg_get_expr(v.adbin, v.adrelid), '') ELSE '' END,
  tn.nspname <> 'pg_catalog' OR (a.attcollation <> t.typcollation AND coalesce(cn.nspname <> 'pg_catalog', false))
FROM base AS b
JOIN found AS f ON f.oid = b.attrelid
JOIN pg_type AS bt ON bt.oid = b.type AND bt.typtype <> 'd'
JOIN pg_attribute AS a ON a.attrelid = b.attrelid AND a.attnum = b.attnum
JOIN pg_type AS t ON t.oid = a.atttypid
JOIN pg_namespace AS tn ON tn.oid = t.typnamespace
LEFT JOIN pg_type AS e ON e.oid = t.typelem
LEFT JOIN pg_collation AS co ON co.oid = a.attcollation
LEFT JOIN pg_namespace AS cn ON cn.oid = co.collnamespace
LEFT JOIN pg_attrdef AS v ON v.adrelid = a.attrelid AND v.adnum = a.attnum
ORDER BY f.schema, f.name, b.attnum
