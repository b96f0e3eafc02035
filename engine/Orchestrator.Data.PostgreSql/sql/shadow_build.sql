WITH target AS (
  SELECT c.oid, format('%I.%I', n.nspname, c.relname) AS own, l.oid AS load_oid,
    format('%I.%I', ln.nspname, l.relname) AS load, ln.nspname AS load_schema, l.relacl AS load_acl
  FROM pg_class AS c
  JOIN pg_namespace AS n ON n.oid = c.relnamespace
  JOIN pg_namespace AS ln ON ln.nspname = @load_schema
  JOIN pg_class AS l ON l.relnamespace = ln.oid AND l.relname = @load
  WHERE n.nspname = @schema AND c.relname = @name
),
indexes AS (
  SELECT x.*, i.relname, i.reltablespace, k.conname, k.contype, k.condeferrable, k.condeferred,
    'x' || t.load_oid || '_' || x.indexrelid AS made, pg_get_indexdef(x.indexrelid) AS definition,
    'CREATE ' || CASE WHEN x.indisunique THEN 'UNIQUE ' ELSE '' END
      || format('INDEX %I ON %s USING ', i.relname, t.own) AS head
  FROM target AS t
  JOIN pg_index AS x ON x.indrelid = t.oid
  JOIN pg_class AS i ON i.oid = x.indexrelid
  LEFT JOIN pg_constraint AS k ON k.conindid = x.indexrelid AND k.conrelid = t.oid AND k.contype IN ('p', 'u', 'x')
)
SELECT '' AS what, 'SET LOCAL default_tablespace = ' || quote_literal(coalesce(
  (SELECT spcname FROM pg_tablespace WHERE oid = x.reltablespace), '')) AS statement, 1 AS phase, x.indexrelid AS place
FROM indexes AS x
UNION ALL
SELECT 'index ' || x.relname, CASE
  WHEN x.contype = 'x' THEN format('ALTER TABLE %s ADD CONSTRAINT %I ', t.load, x.made) || pg_get_constraintdef(k.oid)
  WHEN starts_with(x.definition, x.head) THEN 'CREATE ' || CASE WHEN x.indisunique THEN 'UNIQUE ' ELSE '' END
    || format('INDEX %I ON %s USING ', x.made, t.load) || substr(x.definition, length(x.head) + 1)
  ELSE format('this version cannot read the index %I', x.relname) END,
  1, x.indexrelid
FROM target AS t CROSS JOIN indexes AS x
LEFT JOIN pg_constraint AS k ON k.conindid = x.indexrelid AND k.conrelid = t.oid AND k.contype = 'x'
UNION ALL
SELECT 'constraint ' || x.conname, format('ALTER TABLE %s ADD CONSTRAINT %I %s USING INDEX %I%s', t.load, x.made,
  CASE x.contype WHEN 'p' THEN 'PRIMARY KEY' ELSE 'UNIQUE' END, x.made,
  CASE WHEN x.condeferrable THEN ' DEFERRABLE' || CASE WHEN x.condeferred THEN ' INITIALLY DEFERRED' ELSE '' END
    ELSE '' END), 2, x.indexrelid
FROM target AS t CROSS JOIN indexes AS x WHERE x.contype IN ('p', 'u')
UNION ALL
SELECT '', format('ALTER TABLE %s CLUSTER ON %I', t.load, x.made), 3, x.indexrelid
FROM target AS t CROSS JOIN indexes AS x WHERE x.indisclustered
UNION ALL
SELECT '', format('ALTER INDEX %I.%I ALTER COLUMN %s SET STATISTICS %s', t.load_schema, x.made, a.attnum,
  a.attstattarget), 3, x.indexrelid
FROM target AS t CROSS JOIN indexes AS x
JOIN pg_attribute AS a ON a.attrelid = x.indexrelid AND a.attstattarget >= 0 WHERE a.attstattarget <> 0
UNION ALL
SELECT '', format('ALTER TABLE %s REPLICA IDENTITY ', t.load) || CASE c.relreplident WHEN 'f' THEN 'FULL'
  WHEN 'n' THEN 'NOTHING' ELSE format('USING INDEX %I', (SELECT x.made FROM indexes AS x WHERE x.indisreplident)) END,
  3, t.oid
FROM target AS t JOIN pg_class AS c ON c.oid = t.oid WHERE c.relreplident <> 'd'
UNION ALL
SELECT CASE k.contype WHEN 'c' THEN 'constraint ' ELSE 'foreign key ' END || k.conname,
  format('ALTER TABLE %s ADD CONSTRAINT %I ', t.load, k.conname) || pg_get_constraintdef(k.oid), 4, k.oid
FROM target AS t
JOIN pg_constraint AS k ON k.conrelid = t.oid AND k.convalidated
  AND (k.contype = 'c' OR k.contype = 'f' AND k.confrelid <> t.oid)
UNION ALL
SELECT '', format('CREATE STATISTICS %I.%I', t.load_schema, 's' || t.load_oid || '_' || s.oid)
  || substr(left(d.text, length(d.text) - length(' FROM ' || t.own)),
    length(format('CREATE STATISTICS %I.%I', n.nspname, s.stxname)) + 1)
  || ' FROM ' || t.load, 5, s.oid
FROM target AS t
JOIN pg_statistic_ext AS s ON s.stxrelid = t.oid
JOIN pg_namespace AS n ON n.oid = s.stxnamespace
CROSS JOIN LATERAL pg_get_statisticsobjdef(s.oid) AS d (text)
UNION ALL
SELECT 'foreign key ' || k.conname || ' of ' || format('%I.%I', cn.nspname, c.relname),
  format('ALTER TABLE %I.%I ADD CONSTRAINT %I ', cn.nspname, c.relname, 'f' || t.load_oid || '_' || k.oid)
  || head.text || ' REFERENCES ' || t.load
  || substr(pg_get_constraintdef(k.oid), length(head.text || ' REFERENCES ' || t.own) + 1), 7, k.oid
FROM target AS t
JOIN pg_constraint AS k ON k.confrelid = t.oid AND k.contype = 'f' AND k.conrelid <> t.oid
JOIN pg_class AS c ON c.oid = k.conrelid
JOIN pg_namespace AS cn ON cn.oid = c.relnamespace
CROSS JOIN LATERAL (SELECT 'FOREIGN KEY (' || string_agg(quote_ident(a.attname), ', ' ORDER BY u.place) || ')'
  FROM unnest(k.conkey) WITH ORDINALITY AS u (number, place)
  JOIN pg_attribute AS a ON a.attrelid = k.conrelid AND a.attnum = u.number) AS head (text)
UNION ALL
SELECT '', 'SET LOCAL default_tablespace = ' || quote_literal(current_setting('default_tablespace')), 8, 0
ORDER BY phase, place, statement DESC
