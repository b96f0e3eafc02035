WITH RECURSIVE parts AS (
  SELECT c.oid, c.relname, c.relkind
  FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
  WHERE n.nspname = @schema AND c.relname = @name
  UNION
  SELECT c.oid, c.relname, c.relkind
  FROM parts AS p JOIN pg_inherits AS i ON i.inhparent = p.oid JOIN pg_class AS c ON c.oid = i.inhrelid
)
SELECT pg_export_snapshot(), (SELECT min(relname::text) FROM parts WHERE relkind = 'f')
