WITH RECURSIVE base AS (
  SELECT a.attnum, a.atttypid AS type, a.atttypmod AS modifier, a.attnotnull AS not_null
  FROM pg_attribute AS a
  JOIN pg_class AS c ON c.oid = a.attrelid
  JOIN pg_namespace AS n ON n.oid = c.relnamespace
  WHERE n.nspname = @schema AND c.relname = @name AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
    AND a.attnum > 0 AND NOT a.attisdropped
  UNION ALL
  SELECT b.attnum, d.typbasetype, CASE WHEN d.typtypmod = -1 THEN b.modifier ELSE d.typtypmod END,
    b.not_null OR d.typnotnull
  FROM base AS b JOIN pg_type AS d ON d.oid = b.type AND d.typtype = 'd'
)
SELECT a.attname, b.type, format_type(b.type, b.modifier),
  CASE WHEN tn.nspname = 'pg_catalog' THEN format_type(a.atttypid, a.atttypmod)
    WHEN t.typlen = -1 AND e.typarray = t.oid
      THEN quote_ident(tn.nspname) || '.' || quote_ident(e.typname) || '[]'
    ELSE quote_ident(tn.nspname) || '.' || quote_ident(t.typname)
      || coalesce(substring(format_type(a.atttypid, a.atttypmod) from '\([0-9,]+\)$'), '')
  END
    || CASE WHEN a.attcollation <> 0 AND a.attcollation <> t.typcollation
      THEN ' COLLATE ' || quote_ident(cn.nspname) || '.' || quote_ident(co.collname) ELSE '' END,
  NOT b.not_null, bt.typtype = 'e',
  CASE WHEN a.attgenerated <> '' THEN 'computed' WHEN a.attidentity <> '' THEN 'identity' ELSE '' END
FROM base AS b
JOIN pg_type AS bt ON bt.oid = b.type AND bt.typtype <> 'd'
JOIN pg_class AS c ON c.relname = @name
JOIN pg_namespace AS n ON n.oid = c.relnamespace AND n.nspname = @schema
JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = b.attnum
JOIN pg_type AS t ON t.oid = a.atttypid
JOIN pg_namespace AS tn ON tn.oid = t.typnamespace
LEFT JOIN pg_type AS e ON e.oid = t.typelem
LEFT JOIN pg_collation AS co ON co.oid = a.attcollation
LEFT JOIN pg_namespace AS cn ON cn.oid = co.collnamespace
ORDER BY b.attnum
