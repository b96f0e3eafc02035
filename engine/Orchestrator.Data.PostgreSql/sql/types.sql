SELECT t.oid,
  CASE WHEN n.nspname = 'pg_catalog' THEN format_type(t.oid, NULL)
    WHEN t.typelem <> 0 AND t.typlen = -1 AND e.typname IS NOT NULL
      THEN quote_ident(n.nspname) || '.' || quote_ident(e.typname) || '[]'
    ELSE quote_ident(n.nspname) || '.' || quote_ident(t.typname)
  END,
  t.typtype = 'e'
FROM pg_type AS t
JOIN pg_namespace AS n ON n.oid = t.typnamespace
LEFT JOIN pg_type AS e ON e.oid = t.typelem
WHERE t.oid = ANY (@numbers::oid[])
