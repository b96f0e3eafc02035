WITH target AS (
  SELECT c.oid, c.relkind, format('%I.%I', n.nspname, c.relname) AS own
  FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
  WHERE n.nspname = @schema AND c.relname = @name
),
keys AS (
  SELECT k.oid, k.conname, k.convalidated, format('%I.%I', n.nspname, c.relname) AS child,
    k.confrelid::regclass::text AS parent, u.*
  FROM target AS t
  JOIN pg_constraint AS k ON k.contype = 'f' AND t.oid IN (k.conrelid, k.confrelid) AND k.conparentid = 0
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
SELECT what, remove, restore, violators FROM (
  SELECT 1 AS phase, 'trigger ' || g.tgname AS what,
    format('ALTER TABLE %s DISABLE TRIGGER %I', t.own, g.tgname) AS remove,
    format('ALTER TABLE %s ENABLE %sTRIGGER %I', t.own,
      CASE g.tgenabled WHEN 'R' THEN 'REPLICA ' WHEN 'A' THEN 'ALWAYS ' ELSE '' END, g.tgname) AS restore,
    '' AS violators
  FROM target AS t JOIN pg_trigger AS g ON g.tgrelid = t.oid AND NOT g.tgisinternal AND g.tgenabled <> 'D'
  WHERE @triggers::bigint = 1
  UNION ALL
  SELECT 2, 'index ' || i.relname, format('DROP INDEX %I.%I', n.nspname, i.relname), pg_get_indexdef(x.indexrelid), ''
  FROM target AS t
  JOIN pg_index AS x ON x.indrelid = t.oid AND NOT x.indisunique AND NOT x.indisexclusion AND NOT x.indisclustered
    AND x.indisvalid
  JOIN pg_class AS i ON i.oid = x.indexrelid AND i.reltablespace = 0
  JOIN pg_namespace AS n ON n.oid = i.relnamespace
  WHERE @indexes::bigint = 1 AND t.relkind = 'r'
    AND NOT EXISTS (SELECT FROM pg_attribute AS a WHERE a.attrelid = i.oid AND a.attstattarget > 0)
    AND NOT EXISTS (SELECT FROM pg_depend AS d WHERE d.refclassid = 'pg_class'::regclass AND d.refobjid = i.oid)
    AND NOT EXISTS (SELECT FROM pg_depend AS d WHERE d.classid = 'pg_class'::regclass AND d.objid = i.oid
      AND d.deptype = 'x')
  UNION ALL
  SELECT 3, 'comment on index ' || i.relname, '',
    format('COMMENT ON INDEX %I.%I IS %L', n.nspname, i.relname, obj_description(i.oid, 'pg_class')), ''
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
      'AND NOT EXISTS (SELECT FROM %s AS p WHERE %s) LIMIT 5) AS v', k.shown, k.child, k.filled, k.parent, k.matches)
  FROM keys AS k WHERE @foreign_keys::bigint = 1
  UNION ALL
  SELECT 5, 'comment on foreign key ' || k.conname, '',
    format('COMMENT ON CONSTRAINT %I ON %s IS %L', k.conname, k.child, obj_description(k.oid, 'pg_constraint')), ''
  FROM keys AS k WHERE @foreign_keys::bigint = 1 AND obj_description(k.oid, 'pg_constraint') IS NOT NULL
) AS parts
ORDER BY phase, what
