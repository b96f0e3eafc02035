WITH target AS (
  SELECT c.oid, c.relname, c.relnamespace, n.nspname, c.relacl, pg_get_userbyid(c.relowner) AS owner, c.relrowsecurity,
    c.relforcerowsecurity, format('%I.%I', n.nspname, c.relname) AS own, l.oid AS load_oid, l.relname AS load_name,
    format('%I.%I', ln.nspname, l.relname) AS load, ln.nspname AS load_schema, l.relacl AS load_acl
  FROM pg_class AS c
  JOIN pg_namespace AS n ON n.oid = c.relnamespace
  JOIN pg_namespace AS ln ON ln.nspname = @load_schema
  JOIN pg_class AS l ON l.relnamespace = ln.oid AND l.relname = @load
  WHERE n.nspname = @schema AND c.relname = @name
),
sequences AS (
  SELECT s.oid, s.relname, s.relacl, d.deptype, format('%I.%I', sn.nspname, s.relname) AS own, a.attname,
    l.relname AS load_name, l.relacl AS load_acl, p.seqincrement > 0 AS is_rising,
    format_type(p.seqtypid, NULL) AS type
  FROM target AS t
  JOIN pg_depend AS d ON d.classid = 'pg_class'::regclass AND d.refclassid = 'pg_class'::regclass
    AND d.refobjid = t.oid AND d.deptype IN ('a', 'i')
  JOIN pg_class AS s ON s.oid = d.objid AND s.relkind = 'S'
  JOIN pg_sequence AS p ON p.seqrelid = s.oid
  JOIN pg_namespace AS sn ON sn.oid = s.relnamespace
  JOIN pg_attribute AS a ON a.attrelid = t.oid AND a.attnum = d.refobjsubid
  LEFT JOIN pg_attribute AS b ON b.attrelid = t.load_oid AND b.attname = a.attname
  LEFT JOIN pg_depend AS e ON e.classid = 'pg_class'::regclass AND e.refclassid = 'pg_class'::regclass
    AND e.refobjid = t.load_oid AND e.refobjsubid = b.attnum AND e.deptype = 'i'
  LEFT JOIN pg_class AS l ON l.oid = e.objid
),
indexes AS (
  SELECT i.oid, i.relname, 'x' || t.load_oid || '_' || i.oid AS made
  FROM target AS t JOIN pg_index AS x ON x.indrelid = t.oid JOIN pg_class AS i ON i.oid = x.indexrelid
),
incoming AS (
  SELECT k.oid, k.conname, k.conrelid, format('%I.%I', n.nspname, c.relname) AS child
  FROM target AS t
  JOIN pg_constraint AS k ON k.confrelid = t.oid AND k.contype = 'f' AND k.conrelid <> t.oid
  JOIN pg_class AS c ON c.oid = k.conrelid
  JOIN pg_namespace AS n ON n.oid = c.relnamespace
),
measured AS (
  SELECT s.oid, s.stxname, n.nspname, (to_jsonb(s) ->> 'stxstattarget')::int AS stxstattarget,
    pg_get_userbyid(s.stxowner) AS owner,
    's' || t.load_oid || '_' || s.oid AS made
  FROM target AS t JOIN pg_statistic_ext AS s ON s.stxrelid = t.oid JOIN pg_namespace AS n ON n.oid = s.stxnamespace
),
guarded AS (
  SELECT 'TABLE' AS kind, t.own, t.relacl, t.load_acl FROM target AS t
  UNION ALL SELECT 'SEQUENCE', s.own, s.relacl, s.load_acl FROM sequences AS s WHERE s.deptype = 'i'
),
triggers AS (
  SELECT g.* FROM target AS t JOIN pg_trigger AS g ON g.tgrelid = t.oid WHERE NOT g.tgisinternal
),
commented AS (
  SELECT 'pg_class'::regclass AS class, t.oid, a.attnum::int AS part, CASE WHEN a.attnum IS NULL THEN 'TABLE ' || t.own
    ELSE 'COLUMN ' || t.own || '.' || quote_ident(a.attname) END AS thing
  FROM target AS t
  LEFT JOIN LATERAL (
    SELECT attnum, attname FROM pg_attribute WHERE attrelid = t.oid AND attnum > 0 AND NOT attisdropped
    UNION ALL SELECT NULL, NULL) AS a ON true
  UNION ALL SELECT 'pg_type'::regclass, y.oid, NULL, 'TYPE ' || t.own
  FROM target AS t JOIN pg_type AS y ON y.typrelid = t.oid
  UNION ALL SELECT 'pg_class'::regclass, x.oid, NULL, format('INDEX %I.%I', t.nspname, x.relname)
  FROM target AS t CROSS JOIN indexes AS x
  UNION ALL SELECT 'pg_class'::regclass, s.oid, NULL, 'SEQUENCE ' || s.own FROM sequences AS s WHERE s.deptype = 'i'
  UNION ALL SELECT 'pg_constraint'::regclass, k.oid, NULL, format('CONSTRAINT %I ON %s', k.conname, t.own)
  FROM target AS t JOIN pg_constraint AS k ON k.conrelid = t.oid
  UNION ALL SELECT 'pg_constraint'::regclass, k.oid, NULL, format('CONSTRAINT %I ON %s', k.conname, k.child)
  FROM incoming AS k
  UNION ALL SELECT 'pg_trigger'::regclass, g.oid, NULL, format('TRIGGER %I ON %s', g.tgname, t.own)
  FROM target AS t CROSS JOIN triggers AS g
  UNION ALL SELECT 'pg_policy'::regclass, p.oid, NULL, format('POLICY %I ON %s', p.polname, t.own)
  FROM target AS t JOIN pg_policy AS p ON p.polrelid = t.oid
  UNION ALL SELECT 'pg_statistic_ext'::regclass, s.oid, NULL, format('STATISTICS %I.%I', s.nspname, s.stxname)
  FROM measured AS s
)
SELECT statement FROM (
SELECT 1 AS phase, k.oid AS place, format('ALTER TABLE %s DROP CONSTRAINT %I', k.child, k.conname) AS statement
FROM incoming AS k
UNION ALL
SELECT 2, k.oid, format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I', k.child, 'f' || t.load_oid || '_' || k.oid,
  k.conname)
FROM target AS t CROSS JOIN incoming AS k
UNION ALL
SELECT 2, s.oid, CASE s.deptype WHEN 'a' THEN format('ALTER SEQUENCE %s OWNED BY NONE', s.own) ELSE format(
    'SELECT setval(%L, %s(o.last_value, n.last_value), o.is_called OR n.is_called) FROM %s AS o, %I.%I AS n',
    format('%I.%I', t.load_schema, s.load_name), CASE WHEN s.is_rising THEN 'greatest' ELSE 'least' END, s.own,
    t.load_schema, s.load_name) END
FROM target AS t CROSS JOIN sequences AS s
UNION ALL
SELECT 3, 0, 'DROP TABLE ' || t.own FROM target AS t
UNION ALL
SELECT 4, 0, format('ALTER TABLE %s SET SCHEMA %I', t.load, t.nspname) FROM target AS t
UNION ALL
SELECT 5, 0, format('ALTER TABLE %I.%I RENAME TO %I', t.nspname, t.load_name, t.relname) FROM target AS t
UNION ALL
SELECT 6, x.oid, format('ALTER INDEX %I.%I RENAME TO %I', t.nspname, x.made, x.relname)
FROM target AS t CROSS JOIN indexes AS x
UNION ALL
SELECT 6, s.oid, format('ALTER SEQUENCE %I.%I RENAME TO %I', t.nspname, s.load_name, s.relname)
FROM target AS t CROSS JOIN sequences AS s WHERE s.deptype = 'i' AND s.load_name <> s.relname
UNION ALL
SELECT 7, s.oid, format('ALTER SEQUENCE %s AS %s', s.own, s.type) FROM sequences AS s WHERE s.deptype = 'i'
UNION ALL
SELECT 6, 0, format('REVOKE ALL ON %s %s FROM %s', g.kind, g.own,
  CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(a.grantee)) END)
FROM guarded AS g CROSS JOIN LATERAL (SELECT DISTINCT grantee FROM aclexplode(g.load_acl)) AS a
UNION ALL
SELECT 7, 0, format('ALTER TABLE %s OWNER TO %I', t.own, t.owner) FROM target AS t
UNION ALL
SELECT 8, s.oid, format('ALTER STATISTICS %I.%I RENAME TO %I', t.load_schema, s.made, s.stxname)
FROM target AS t CROSS JOIN measured AS s
UNION ALL
SELECT 9, s.oid, format('ALTER STATISTICS %I.%I SET SCHEMA %I', t.load_schema, s.stxname, s.nspname)
FROM target AS t CROSS JOIN measured AS s WHERE s.nspname <> t.load_schema
UNION ALL
SELECT 10, s.oid, format('ALTER STATISTICS %I.%I OWNER TO %I', s.nspname, s.stxname, s.owner) FROM measured AS s
UNION ALL
SELECT 9, s.oid, format('ALTER STATISTICS %I.%I SET STATISTICS %s', t.load_schema, s.stxname, s.stxstattarget)
FROM target AS t CROSS JOIN measured AS s WHERE s.stxstattarget >= 0 AND s.nspname = t.load_schema
UNION ALL
SELECT 10, s.oid, format('ALTER STATISTICS %I.%I SET STATISTICS %s', s.nspname, s.stxname, s.stxstattarget)
FROM target AS t CROSS JOIN measured AS s WHERE s.stxstattarget >= 0 AND s.nspname <> t.load_schema
UNION ALL
SELECT 8, s.oid, format('ALTER SEQUENCE %s OWNED BY %s.%I', s.own, t.own, s.attname)
FROM target AS t CROSS JOIN sequences AS s WHERE s.deptype = 'a'
UNION ALL
SELECT 8, k.oid, format('ALTER TABLE %s ADD CONSTRAINT %I ', t.own, k.conname)
  || regexp_replace(pg_get_constraintdef(k.oid), ' NOT VALID$', '')
FROM target AS t JOIN pg_constraint AS k ON k.conrelid = t.oid AND k.contype = 'f' AND k.confrelid = t.oid
UNION ALL
SELECT 9, k.oid, format('ALTER TABLE %s DROP CONSTRAINT %I, ADD CONSTRAINT %I ', t.own, k.conname, k.conname)
  || pg_get_constraintdef(k.oid)
FROM target AS t JOIN pg_constraint AS k ON k.conrelid = t.oid AND k.contype = 'f' AND k.confrelid = t.oid
WHERE NOT k.convalidated
UNION ALL
SELECT 8, g.oid, pg_get_triggerdef(g.oid) FROM triggers AS g
UNION ALL
SELECT 9, g.oid, format('ALTER TABLE %s %s TRIGGER %I', t.own,
  CASE g.tgenabled WHEN 'D' THEN 'DISABLE' WHEN 'R' THEN 'ENABLE REPLICA' ELSE 'ENABLE ALWAYS' END, g.tgname)
FROM target AS t CROSS JOIN triggers AS g WHERE g.tgenabled <> 'O'
UNION ALL
SELECT 8, 0, format('REVOKE ALL ON %s %s FROM %I', g.kind, g.own, t.owner)
FROM target AS t CROSS JOIN guarded AS g WHERE g.relacl IS NOT NULL
UNION ALL
SELECT 9, 0, format('GRANT ALL ON %s %s TO %I', g.kind, g.own, t.owner)
FROM target AS t CROSS JOIN guarded AS g WHERE g.relacl IS NULL AND g.load_acl IS NOT NULL
UNION ALL
SELECT 9, 0, format('GRANT %s ON %s %s TO %s%s', string_agg(a.privilege_type, ', ' ORDER BY a.privilege_type),
  g.kind, g.own,
  CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(a.grantee)) END,
  CASE WHEN a.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END)
FROM guarded AS g CROSS JOIN LATERAL aclexplode(g.relacl) AS a
GROUP BY g.kind, g.own, a.grantee, a.is_grantable
UNION ALL
SELECT 9, c.attnum, format('GRANT %s ON %s TO %s%s', string_agg(format('%s (%I)', a.privilege_type, c.attname), ', '
    ORDER BY a.privilege_type), t.own,
  CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(a.grantee)) END,
  CASE WHEN a.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END)
FROM target AS t JOIN pg_attribute AS c ON c.attrelid = t.oid CROSS JOIN LATERAL aclexplode(c.attacl) AS a
GROUP BY t.own, c.attnum, a.grantee, a.is_grantable
UNION ALL
SELECT 9, p.oid, format('CREATE POLICY %I ON %s AS %s FOR %s TO %s', p.polname, t.own,
    CASE WHEN p.polpermissive THEN 'PERMISSIVE' ELSE 'RESTRICTIVE' END,
    CASE p.polcmd WHEN 'r' THEN 'SELECT' WHEN 'a' THEN 'INSERT' WHEN 'w' THEN 'UPDATE' WHEN 'd' THEN 'DELETE'
      ELSE 'ALL' END,
    (SELECT string_agg(CASE r.role WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(r.role)) END, ', ')
      FROM unnest(p.polroles) AS r (role)))
  || coalesce(' USING (' || pg_get_expr(p.polqual, t.oid) || ')', '')
  || coalesce(' WITH CHECK (' || pg_get_expr(p.polwithcheck, t.oid) || ')', '')
FROM target AS t JOIN pg_policy AS p ON p.polrelid = t.oid
UNION ALL
SELECT 9, 0, format('ALTER TABLE %s %s ROW LEVEL SECURITY', t.own, o.word)
FROM target AS t JOIN LATERAL (VALUES (t.relrowsecurity, 'ENABLE'), (t.relforcerowsecurity, 'FORCE')) AS o (is_on, word)
  ON o.is_on
UNION ALL
SELECT 11, d.objsubid, 'COMMENT ON ' || c.thing || ' IS ' || quote_literal(d.description)
FROM commented AS c
JOIN pg_description AS d ON d.classoid = c.class AND d.objoid = c.oid AND d.objsubid = coalesce(c.part, 0)
) AS carried ORDER BY phase, place, statement
