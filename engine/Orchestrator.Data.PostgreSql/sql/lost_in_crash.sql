WITH RECURSIVE tree AS (
  SELECT c.oid AS root, c.oid, c.relkind, c.relpersistence
  FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p') AND (@name = '' OR (n.nspname = @schema AND c.relname = @name))
  UNION ALL
  SELECT t.root, c.oid, c.relkind, c.relpersistence
  FROM tree AS t JOIN pg_inherits AS i ON i.inhparent = t.oid JOIN pg_class AS c ON c.oid = i.inhrelid
  -- What inherits without being a part is a table of its own, into which no row of its parent goes.
  WHERE t.relkind = 'p'
)
SELECT rn.nspname, r.relname, format('%I.%I', n.nspname, c.relname), (t.oid <> t.root)::text
FROM tree AS t
JOIN pg_class AS r ON r.oid = t.root JOIN pg_namespace AS rn ON rn.oid = r.relnamespace
JOIN pg_class AS c ON c.oid = t.oid JOIN pg_namespace AS n ON n.oid = c.relnamespace
WHERE t.relkind = 'r' AND t.relpersistence = 'u'
ORDER BY 1, 2, 3
