SELECT '' AS schema, '' AS name, 'CreateSchema' AS kind
WHERE has_database_privilege(current_database(), 'CREATE')
UNION ALL
SELECT n.nspname::text, '', k.kind
FROM pg_namespace AS n
CROSS JOIN LATERAL (VALUES ('UseSchema', 'USAGE'), ('CreateTable', 'CREATE')) AS k (kind, word)
WHERE n.nspname NOT LIKE 'pg\_t%' AND has_schema_privilege(n.oid, k.word)
UNION ALL
SELECT n.nspname::text, c.relname::text, k.kind
FROM pg_class AS c
JOIN pg_namespace AS n ON n.oid = c.relnamespace
CROSS JOIN LATERAL (VALUES ('Select', 'SELECT'), ('Insert', 'INSERT'), ('Update', 'UPDATE'), ('Delete', 'DELETE'),
  ('References', 'REFERENCES')) AS k (kind, word)
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname NOT LIKE 'pg\_t%'
  AND (has_table_privilege(c.oid, k.word)
    OR (k.word <> 'DELETE' AND has_any_column_privilege(c.oid, k.word)))
UNION ALL
SELECT n.nspname::text, c.relname::text, k.kind
FROM pg_class AS c
JOIN pg_namespace AS n ON n.oid = c.relnamespace
CROSS JOIN LATERAL (VALUES ('Own'), ('KeepIdentity')) AS k (kind)
WHERE c.relkind IN ('r', 'p') AND n.nspname NOT LIKE 'pg\_t%'
  AND (pg_has_role(c.relowner, 'USAGE') OR (k.kind = 'KeepIdentity' AND has_table_privilege(c.oid, 'INSERT')))
