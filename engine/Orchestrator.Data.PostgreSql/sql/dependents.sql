WITH target AS (
  SELECT c.* FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
  WHERE n.nspname = @schema AND c.relname = @name
)
SELECT CASE WHEN x.indisprimary THEN 'primary key ' ELSE 'index ' END || i.relname
FROM target AS t JOIN pg_index AS x ON x.indrelid = t.oid JOIN pg_class AS i ON i.oid = x.indexrelid
UNION ALL
SELECT CASE WHEN k.contype = 'f' THEN 'foreign key ' ELSE 'constraint ' END || k.conname
FROM target AS t JOIN pg_constraint AS k ON k.conrelid = t.oid
WHERE k.contype NOT IN ('p', 'u', 'x', 'n')
UNION ALL
SELECT 'foreign key ' || k.conname || ' of ' || k.conrelid::regclass
FROM target AS t JOIN pg_constraint AS k ON k.confrelid = t.oid
WHERE k.conrelid <> t.oid
UNION ALL
SELECT 'trigger ' || g.tgname
FROM target AS t JOIN pg_trigger AS g ON g.tgrelid = t.oid
WHERE NOT g.tgisinternal
UNION ALL
SELECT DISTINCT 'view ' || r.ev_class::regclass
FROM target AS t
JOIN pg_depend AS d ON d.refclassid = 'pg_class'::regclass AND d.refobjid = t.oid
JOIN pg_rewrite AS r ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid
WHERE r.ev_class <> t.oid
UNION ALL
SELECT 'rule ' || r.rulename
FROM target AS t JOIN pg_rewrite AS r ON r.ev_class = t.oid
UNION ALL
SELECT DISTINCT 'function ' || d.objid::regprocedure
FROM target AS t
JOIN pg_depend AS d ON d.refclassid = 'pg_class'::regclass AND d.refobjid = t.oid AND d.classid = 'pg_proc'::regclass
UNION ALL
SELECT 'use of its row type by ' || d.objid::regclass
FROM target AS t JOIN pg_type AS y ON y.oid = t.reltype
JOIN pg_depend AS d ON d.refclassid = 'pg_type'::regclass AND d.refobjid = ANY (ARRAY[y.oid, y.typarray])
  AND d.classid = 'pg_class'::regclass AND d.objsubid > 0
UNION ALL
SELECT DISTINCT 'grants to ' || coalesce(nullif(pg_get_userbyid(g.grantee), 'unknown (OID=0)'), 'public')
FROM target AS t CROSS JOIN LATERAL aclexplode(t.relacl) AS g
WHERE g.grantee <> t.relowner
UNION ALL
SELECT 'grants on column ' || a.attname
FROM target AS t JOIN pg_attribute AS a ON a.attrelid = t.oid AND a.attacl IS NOT NULL
UNION ALL
SELECT 'policy ' || p.polname FROM target AS t JOIN pg_policy AS p ON p.polrelid = t.oid
UNION ALL
SELECT 'row level security' FROM target AS t WHERE t.relrowsecurity
UNION ALL
SELECT CASE WHEN i.inhparent = t.oid THEN 'child table ' || i.inhrelid::regclass
  ELSE 'parent table ' || i.inhparent::regclass END
FROM target AS t JOIN pg_inherits AS i ON t.oid IN (i.inhparent, i.inhrelid)
UNION ALL
SELECT 'partitioning' FROM target AS t WHERE t.relkind = 'p'
UNION ALL
SELECT 'publication ' || p.pubname
FROM target AS t JOIN pg_publication_rel AS r ON r.prrelid = t.oid JOIN pg_publication AS p ON p.oid = r.prpubid
UNION ALL
SELECT 'statistics ' || s.stxname FROM target AS t JOIN pg_statistic_ext AS s ON s.stxrelid = t.oid
UNION ALL
SELECT CASE WHEN d.objsubid = 0 THEN 'comment' ELSE 'comment on column ' || a.attname END
FROM target AS t
JOIN pg_description AS d ON d.classoid = 'pg_class'::regclass AND d.objoid = t.oid
LEFT JOIN pg_attribute AS a ON a.attrelid = t.oid AND a.attnum = d.objsubid AND a.attnum > 0
UNION ALL
SELECT CASE WHEN a.attidentity <> '' THEN 'identity of column ' WHEN a.attgenerated <> '' THEN 'expression of column '
  ELSE 'default of column ' END || a.attname
FROM target AS t JOIN pg_attribute AS a ON a.attrelid = t.oid
WHERE (a.atthasdef OR a.attidentity <> '') AND a.attnum > 0 AND NOT a.attisdropped
UNION ALL
SELECT 'sequence ' || d.objid::regclass || ', which a column owns'
FROM target AS t
JOIN pg_depend AS d ON d.refclassid = 'pg_class'::regclass AND d.refobjid = t.oid AND d.deptype = 'a'
  AND d.classid = 'pg_class'::regclass
JOIN pg_class AS s ON s.oid = d.objid AND s.relkind = 'S'
UNION ALL
SELECT 'storage option ' || o FROM target AS t CROSS JOIN LATERAL unnest(t.reloptions) AS o
UNION ALL
SELECT 'tablespace ' || s.spcname FROM target AS t JOIN pg_tablespace AS s ON s.oid = t.reltablespace
UNION ALL
SELECT 'owner ' || pg_get_userbyid(t.relowner) FROM target AS t
WHERE t.relowner <> (SELECT oid FROM pg_roles WHERE rolname = current_user)
UNION ALL
SELECT 'replica identity' FROM target AS t WHERE t.relreplident <> 'd'
UNION ALL
SELECT 'being unlogged' FROM target AS t WHERE t.relpersistence = 'u'
