-- 1 where an INSERT of a row takes one row or fails: nothing of the table, or of its parts, can put it aside, and
-- nothing that the role or database says of texts, which these transactions are told nothing of, makes others of them.
SELECT count(*)
FROM pg_class AS c
JOIN pg_namespace AS s ON s.oid = c.relnamespace
WHERE s.nspname = @schema AND c.relname = @name AND c.relkind IN ('r', 'p')
  AND NOT EXISTS (
    SELECT 1
    FROM (SELECT c.oid AS part UNION SELECT relid FROM pg_partition_tree(c.oid)) AS p
    WHERE EXISTS (SELECT 1 FROM pg_trigger AS t WHERE t.tgrelid = p.part AND NOT t.tgisinternal)
      OR EXISTS (SELECT 1 FROM pg_rewrite AS r WHERE r.ev_class = p.part)
      OR EXISTS (SELECT 1 FROM pg_class AS f WHERE f.oid = p.part AND f.relkind NOT IN ('r', 'p')))
  AND NOT EXISTS (
    SELECT 1 FROM pg_settings AS o
    WHERE (o.name, o.reset_val) IN (('array_nulls', 'off'), ('xmloption', 'document')))
