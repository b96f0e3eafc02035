WITH RECURSIVE tree AS (
  SELECT c.oid FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
  WHERE n.nspname = @schema AND c.relname = @name
  UNION
  SELECT i.inhrelid FROM tree AS t JOIN pg_inherits AS i ON i.inhparent = t.oid
),
-- What a partition has of a key belongs to the key of the whole, which alone can be taken away.
found AS (
  SELECT k.oid, k.conparentid FROM pg_constraint AS k
  WHERE k.contype = 'f' AND (k.conrelid IN (SELECT oid FROM tree) OR k.confrelid IN (SELECT oid FROM tree))
  UNION
  SELECT k.oid, k.conparentid FROM found AS f JOIN pg_constraint AS k ON k.oid = f.conparentid
),
target AS (
  SELECT c.oid, c.relkind, format('%I.%I', n.nspname, c.relname) AS own,
    CASE c.relkind WHEN 'p' THEN 'ONLY ' ELSE '' END || format('%I.%I', n.nspname, c.relname) AS only_own
  FROM tree AS t JOIN pg_class AS c ON c.oid = t.oid JOIN pg_namespace AS n ON n.oid = c.relnamespace
),
keys AS (
  SELECT k.oid, k.conname, format('%I.%I', n.nspname, c.relname) AS child, n.nspname AS child_schema,
    c.relname AS child_name, k.confrelid::regclass::text AS parent, u.*
  FROM found AS f
  JOIN pg_constraint AS k ON k.oid = f.oid AND k.conparentid = 0
    -- One that is not valid checks rows that are written now, which nothing would do for it afterwards.
    AND (k.convalidated OR k.confrelid IN (SELECT oid FROM tree))
  JOIN pg_class AS c ON c.oid = k.conrelid
  JOIN pg_namespace AS n ON n.oid = c.relnamespace
  CROSS JOIN LATERAL (
    SELECT string_agg(format('c.%I IS NOT NULL', a.attname), ' AND ') AS filled,
      string_agg(format('p.%I = c.%I', b.attname, a.attname), ' AND ') AS matches,
      string_agg(format('c.%I', a.attname), ', ' ORDER BY o.place) AS shown
    FROM unnest(k.conkey, k.confkey) WITH ORDINALITY AS o (number, other, place)
    JOIN pg_attribute AS a ON a.attrelid = k.conrelid AND a.attnum = o.number
    JOIN pg_attribute AS b ON b.attrelid = k.confrelid AND b.attnum = o.other
  ) AS u
)
SELECT what, remove, restore, violators, child_schema, child_name FROM (
  SELECT 1 AS phase, 'trigger ' || g.tgname AS what,
    format('ALTER TABLE %s DISABLE TRIGGER %I', t.only_own, g.tgname) AS remove,
    format('ALTER TABLE %s ENABLE %sTRIGGER %I', t.only_own,
      CASE g.tgenabled WHEN 'R' THEN 'REPLICA ' WHEN 'A' THEN 'ALWAYS ' ELSE '' END, g.tgname) AS restore,
    '' AS violators, '' AS child_schema, '' AS child_name
  FROM target AS t JOIN pg_trigger AS g ON g.tgrelid = t.oid AND NOT g.tgisinternal AND g.tgenabled <> 'D'
  WHERE @triggers::bigint = 1
  UNION ALL
  SELECT 2, 'index ' || i.relname, format('DROP INDEX %I.%I', n.nspname, i.relname), pg_get_indexdef(x.indexrelid), '',
    '', ''
  FROM target AS t
  JOIN pg_index AS x ON x.indrelid = t.oid AND NOT x.indisunique AND NOT x.indisexclusion AND NOT x.indisclustered
    AND x.indisvalid
  JOIN pg_class AS i ON i.oid = x.indexrelid AND i.reltablespace = 0
  JOIN pg_namespace AS n ON n.oid = i.relnamespace
  WHERE @indexes::bigint = 1 AND t.relkind = 'r'
    AND NOT EXISTS (SELECT FROM pg_inherits AS h WHERE h.inhrelid = i.oid)
    AND NOT EXISTS (SELECT FROM pg_attribute AS a WHERE a.attrelid = i.oid AND a.attstattarget > 0)
    AND NOT EXISTS (SELECT FROM pg_depend AS d WHERE d.refclassid = 'pg_class'::regclass AND d.refobjid = i.oid)
    AND NOT EXISTS (SELECT FROM pg_depend AS d WHERE d.classid = 'pg_class'::regclass AND d.objid = i.oid
      AND d.deptype = 'x')
  UNION ALL
  SELECT 3, 'comment on index ' || i.relname, '',
    format('COMMENT ON INDEX %I.%I IS %L', n.nspname, i.relname, obj_description(i.oid, 'pg_class')), '',
    '', ''
  FROM target AS t
  JOIN pg_index AS x ON x.indrelid = t.oid
  JOIN pg_class AS i ON i.oid = x.indexrelid AND obj_description(i.oid, 'pg_class') IS NOT NULL
  JOIN pg_namespace AS n ON n.oid = i.relnamespace
  WHERE @indexes::bigint = 1
  UNION ALL
  SELECT 4, 'foreign key ' || k.conname || ' of ' || k.child,
    format('ALTER TABLE %s DROP CONSTRAINT %I', k.child, k.conname),
    format('ALTER TABLE %s ADD CONSTRAINT %I ', k.child, k.conname) || pg_get_constraintdef(k.oid),
    format('SELECT string_agg(v.shown, ''; '') FROM (SELECT concat_ws('', '', %s) AS shown FROM %s AS c WHERE %s '
      'AND NOT EXISTS (SELECT FROM %s AS p WHERE %s) LIMIT 5) AS v', k.shown, k.child, k.filled, k.parent, k.matches),
    k.child_schema, k.child_name
  FROM keys AS k WHERE @foreign_keys::bigint = 1
  UNION ALL
  SELECT 5, 'comment on foreign key ' || k.conname, '',
    format('COMMENT ON CONSTRAINT %I ON %s IS %L', k.conname, k.child, obj_description(k.oid, 'pg_constraint')), '',
    '', ''
  FROM keys AS k WHERE @foreign_keys::bigint = 1 AND obj_description(k.oid, 'pg_constraint') IS NOT NULL
) AS parts
ORDER BY phase, what
