WITH RECURSIVE tree AS (
  SELECT c.oid FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
  WHERE n.nspname = @schema AND c.relname = @name
  UNION
  -- The rows of a partition, or of a table that inherits, have its keys as well.
  SELECT h.inhrelid FROM tree AS p JOIN pg_inherits AS h ON h.inhparent = p.oid
), keys AS (
  SELECT i.* FROM tree AS t JOIN pg_index AS i ON i.indrelid = t.oid
  WHERE (i.indisunique OR i.indisexclusion) AND i.indimmediate
    -- The part of an index is told with the whole.
    AND NOT EXISTS (
      SELECT 1 FROM pg_inherits AS h JOIN pg_index AS w ON w.indexrelid = h.inhparent
      JOIN tree AS o ON o.oid = w.indrelid
      WHERE h.inhrelid = i.indexrelid)
)
SELECT i.indexrelid::text, a.attname::text,
  -- The column is there from version 15 on. Rows that follow a value into NULL follow it no further.
  (NOT i.indisprimary AND coalesce(to_jsonb(i) ->> 'indnullsnotdistinct', 'false') <> 'true'
    AND NOT EXISTS (
      SELECT 1 FROM pg_constraint AS f
      WHERE f.contype = 'f' AND f.confrelid = i.indrelid AND f.confupdtype = 'c'
        AND f.confkey && i.indkey::smallint[]))::text,
  k.use, coalesce(pg_get_expr(i.indpred, i.indrelid), '')
FROM keys AS i
CROSS JOIN LATERAL (
  SELECT c.attnum, 'column' AS use, c.place FROM unnest(i.indkey::smallint[]) WITH ORDINALITY AS c(attnum, place)
  WHERE c.place <= i.indnkeyatts
  UNION ALL
  -- No view tells expressions and conditions apart.
  SELECT v[1]::smallint, 'expression', 1000 FROM regexp_matches(i.indexprs::text, ':varattno ([0-9]+)', 'g') AS v
  UNION ALL
  SELECT v[1]::smallint, 'condition', 2000 FROM regexp_matches(i.indpred::text, ':varattno ([0-9]+)', 'g') AS v
) AS k
JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = k.attnum
ORDER BY i.indexrelid, k.place, k.attnum
