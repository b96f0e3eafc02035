WITH target AS (
  SELECT c.*, format('%I.%I', n.nspname, c.relname) AS own, format('%I.%I', @load_schema::text, @load::text) AS load
  FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
  WHERE n.nspname = @schema AND c.relname = @name
)
SELECT 'CREATE ' || CASE t.relpersistence WHEN 'u' THEN 'UNLOGGED ' ELSE '' END || 'TABLE ' || t.load
  || ' (LIKE ' || t.own || ' INCLUDING DEFAULTS INCLUDING GENERATED INCLUDING IDENTITY INCLUDING STORAGE'
  || CASE WHEN current_setting('server_version_num')::int >= 140000 THEN ' INCLUDING COMPRESSION)' ELSE ')' END
  || format(' USING %I', m.amname)
  || coalesce(' WITH (' || nullif(concat_ws(', ', array_to_string(t.reloptions, ', '), (
    SELECT string_agg('toast.' || o, ', ') FROM pg_class AS s CROSS JOIN LATERAL unnest(s.reloptions) AS o
    WHERE s.oid = t.reltoastrelid)), '') || ')', '')
  || coalesce(
    ' TABLESPACE ' || (SELECT quote_ident(spcname) FROM pg_tablespace WHERE oid = t.reltablespace), '')
FROM target AS t JOIN pg_am AS m ON m.oid = t.relam
UNION ALL
SELECT format('ALTER TABLE %s ALTER COLUMN %I SET STATISTICS %s', t.load, a.attname, a.attstattarget)
FROM target AS t JOIN pg_attribute AS a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
WHERE a.attstattarget >= 0
UNION ALL
SELECT format('ALTER TABLE %s ALTER COLUMN %I SET (%s)', t.load, a.attname, array_to_string(a.attoptions, ', '))
FROM target AS t JOIN pg_attribute AS a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
WHERE a.attoptions IS NOT NULL
UNION ALL
-- What was never validated refuses rows that are written, which nothing could have it do afterwards.
SELECT format('ALTER TABLE %s ADD CONSTRAINT %I ', t.load, k.conname) || pg_get_constraintdef(k.oid)
FROM target AS t
JOIN pg_constraint AS k ON k.conrelid = t.oid AND NOT k.convalidated
  AND (k.contype = 'c' OR k.contype = 'f' AND k.confrelid <> t.oid)
