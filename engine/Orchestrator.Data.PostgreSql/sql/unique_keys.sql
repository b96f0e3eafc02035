SELECT i.indexrelid::text, a.attname::text,
  -- The column is there from version 15 on. Rows that follow a value into NULL follow it no further.
  (NOT i.indisprimary AND coalesce(to_jsonb(i) ->> 'indnullsnotdistinct', 'false') <> 'true'
    AND NOT EXISTS (
      SELECT 1 FROM pg_constraint AS f
      WHERE f.contype = 'f' AND f.confrelid = c.oid AND f.confupdtype = 'c' AND f.confkey && i.indkey::smallint[]))::text
FROM pg_index AS i
JOIN pg_class AS c ON c.oid = i.indrelid
JOIN pg_namespace AS n ON n.oid = c.relnamespace
CROSS JOIN LATERAL unnest(i.indkey::smallint[]) WITH ORDINALITY AS k(attnum, place)
JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = k.attnum
WHERE n.nspname = @schema AND c.relname = @name AND i.indisunique AND i.indimmediate
  AND k.place <= i.indnkeyatts
ORDER BY i.indexrelid, k.place
