SELECT a.attname, coalesce(d.type, a.atttypid),
  CASE WHEN d.type IS NULL THEN format_type(a.atttypid, a.atttypmod) ELSE format_type(d.type, d.modifier) END,
  CASE WHEN t.typnamespace = 'pg_catalog'::regnamespace THEN format_type(a.atttypid, a.atttypmod)
    ELSE t.typnamespace::regnamespace || '.' || coalesce(
      (SELECT quote_ident(e.typname) || '[]' FROM pg_type AS e
        WHERE t.typlen = -1 AND e.oid = t.typelem AND e.typarray = t.oid),
      quote_ident(t.typname) || coalesce(substring(format_type(a.atttypid, a.atttypmod) from '\([0-9,]+\)$'), ''))
  END
    || CASE WHEN a.attcollation <> 0 AND a.attcollation <> t.typcollation
      THEN ' COLLATE ' || (SELECT o.collnamespace::regnamespace || '.' || quote_ident(o.collname)
        FROM pg_collation AS o WHERE o.oid = a.attcollation) ELSE '' END,
  NOT coalesce(d.not_null, a.attnotnull), coalesce(d.kind, t.typtype) = 'e',
  CASE WHEN a.attgenerated <> '' THEN 'computed' WHEN a.attidentity <> '' THEN 'identity' ELSE '' END
FROM pg_namespace AS n
JOIN pg_class AS c ON c.relnamespace = n.oid AND c.relname = @name AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
JOIN pg_type AS t ON t.oid = a.atttypid
LEFT JOIN LATERAL (
  WITH RECURSIVE base AS (
    SELECT t.typbasetype AS type, CASE WHEN t.typtypmod = -1 THEN a.atttypmod ELSE t.typtypmod END AS modifier,
      a.attnotnull OR t.typnotnull AS not_null
    WHERE t.typtype = 'd'
    UNION ALL
    SELECT o.typbasetype, CASE WHEN o.typtypmod = -1 THEN b.modifier ELSE o.typtypmod END, b.not_null OR o.typnotnull
    FROM base AS b JOIN pg_type AS o ON o.oid = b.type AND o.typtype = 'd'
  )
  SELECT b.*, k.typtype AS kind FROM base AS b JOIN pg_type AS k ON k.oid = b.type AND k.typtype <> 'd'
) AS d ON true
WHERE n.nspname = @schema
ORDER BY a.attnum
