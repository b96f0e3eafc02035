WITH shape AS (
  SELECT c.relname = @load AS is_load, rank() OVER (PARTITION BY c.oid ORDER BY a.attnum) AS place, a.attname,
    a.atttypid, a.atttypmod, a.attcollation, a.attnotnull, a.attidentity, a.attgenerated, a.attstorage,
    to_jsonb(a) -> 'attcompression' AS attcompression,
    a.attstattarget, a.attoptions, pg_get_expr(d.adbin, d.adrelid) AS value, c.reloptions, c.relpersistence, c.relam,
    c.reltablespace
  FROM pg_class AS c
  JOIN pg_namespace AS n ON n.oid = c.relnamespace
  JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_attrdef AS d ON d.adrelid = c.oid AND d.adnum = a.attnum
  WHERE (n.nspname = @schema AND c.relname = @name) OR (n.nspname = @load_schema AND c.relname = @load)
),
unvalidated AS (
  SELECT c.relname = @load AS is_load, k.conname, pg_get_constraintdef(k.oid) AS definition
  FROM pg_class AS c
  JOIN pg_namespace AS n ON n.oid = c.relnamespace
  JOIN pg_constraint AS k ON k.conrelid = c.oid AND NOT k.convalidated
    AND (k.contype = 'c' OR k.contype = 'f' AND k.confrelid <> k.conrelid)
  WHERE (n.nspname = @schema AND c.relname = @name) OR (n.nspname = @load_schema AND c.relname = @load)
)
SELECT count(*) FROM (
  SELECT facts FROM (
    SELECT is_load, to_jsonb(s) - 'is_load' AS facts FROM shape AS s
    UNION ALL SELECT is_load, to_jsonb(u) - 'is_load' FROM unvalidated AS u
  ) AS every
  GROUP BY facts
  HAVING count(*) FILTER (WHERE is_load) <> 1 OR count(*) FILTER (WHERE NOT is_load) <> 1
) AS differing
