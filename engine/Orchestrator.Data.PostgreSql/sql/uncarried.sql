WITH target AS (
  SELECT c.* FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
  WHERE n.nspname = @schema AND c.relname = @name
),
carried AS (
  SELECT 'pg_class'::regclass AS class, t.oid FROM target AS t
  UNION SELECT 'pg_type'::regclass, unnest(ARRAY[y.oid, y.typarray])
  FROM target AS t JOIN pg_type AS y ON y.typrelid = t.oid
  UNION SELECT 'pg_class'::regclass, x.indexrelid FROM target AS t JOIN pg_index AS x ON x.indrelid = t.oid
  UNION SELECT 'pg_constraint'::regclass, k.oid FROM target AS t JOIN pg_constraint AS k ON k.conrelid = t.oid
  UNION SELECT 'pg_attrdef'::regclass, d.oid FROM target AS t JOIN pg_attrdef AS d ON d.adrelid = t.oid
  UNION SELECT 'pg_trigger'::regclass, g.oid FROM target AS t JOIN pg_trigger AS g ON g.tgrelid = t.oid
  UNION SELECT 'pg_policy'::regclass, p.oid FROM target AS t JOIN pg_policy AS p ON p.polrelid = t.oid
  UNION SELECT 'pg_statistic_ext'::regclass, s.oid FROM target AS t JOIN pg_statistic_ext AS s ON s.stxrelid = t.oid
  UNION SELECT 'pg_class'::regclass, d.objid
  FROM target AS t
  JOIN pg_depend AS d ON d.refclassid = 'pg_class'::regclass AND d.refobjid = t.oid AND d.deptype = 'i'
    AND d.classid = 'pg_class'::regclass
  JOIN pg_class AS s ON s.oid = d.objid AND s.relkind = 'S'
),
incoming AS (
  SELECT k.*, c.relowner AS owner, c.relkind AS kind,
    'FOREIGN KEY (' || (SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY u.place)
      FROM unnest(k.conkey) WITH ORDINALITY AS u (number, place)
      JOIN pg_attribute AS a ON a.attrelid = k.conrelid AND a.attnum = u.number)
    || ') REFERENCES ' || k.confrelid::regclass || '(' AS head
  FROM target AS t JOIN pg_constraint AS k ON k.confrelid = t.oid AND k.contype = 'f' AND k.conrelid <> t.oid
  JOIN pg_class AS c ON c.oid = k.conrelid
)
SELECT DISTINCT CASE WHEN r.rulename = '_RETURN' THEN 'view ' || r.ev_class::regclass
  ELSE pg_describe_object(d.classid, d.objid, d.objsubid) END
FROM carried AS c
JOIN pg_depend AS d ON d.refclassid = c.class AND d.refobjid = c.oid
LEFT JOIN pg_rewrite AS r ON d.classid = 'pg_rewrite'::regclass AND r.oid = d.objid
LEFT JOIN pg_class AS s ON d.classid = 'pg_class'::regclass AND s.oid = d.objid AND s.relkind IN ('S', 't')
LEFT JOIN pg_trigger AS g ON d.classid = 'pg_trigger'::regclass AND g.oid = d.objid AND g.tgisinternal
WHERE NOT EXISTS (SELECT FROM carried AS o WHERE o.class = d.classid AND o.oid = d.objid)
  AND NOT EXISTS (SELECT FROM incoming AS k WHERE d.classid = 'pg_constraint'::regclass AND d.objid = k.oid)
  AND s.oid IS NULL AND g.oid IS NULL
UNION ALL
SELECT DISTINCT pg_describe_object(d.refclassid, d.refobjid, 0) || ', which '
  || pg_describe_object(d.classid, d.objid, 0) || ' belongs to'
FROM carried AS c
JOIN pg_depend AS d ON d.classid = c.class AND d.objid = c.oid AND d.refclassid = 'pg_extension'::regclass
UNION ALL
SELECT 'being ' || CASE t.relkind WHEN 'p' THEN 'partitioned' ELSE 'a ' || t.relkind::text END FROM target AS t
WHERE t.relkind <> 'r'
UNION ALL
SELECT 'its type ' || t.reloftype::regtype FROM target AS t WHERE t.reloftype <> 0
UNION ALL
SELECT 'parent table ' || i.inhparent::regclass FROM target AS t JOIN pg_inherits AS i ON t.oid = i.inhrelid
UNION ALL
SELECT 'rule ' || r.rulename FROM target AS t JOIN pg_rewrite AS r ON r.ev_class = t.oid
UNION ALL
SELECT 'publication ' || p.pubname || ', whose subscribers would miss the rows'
FROM pg_publication_tables AS p WHERE p.schemaname = @schema AND p.tablename = @name
UNION ALL
SELECT 'a subscription that fills it' FROM target AS t JOIN pg_subscription_rel AS r ON r.srrelid = t.oid
UNION ALL
SELECT DISTINCT 'security label of ' || pg_describe_object(l.classoid, l.objoid, l.objsubid)
FROM carried AS c JOIN pg_seclabel AS l ON l.classoid = c.class AND l.objoid = c.oid
UNION ALL
SELECT 'owner ' || pg_get_userbyid(t.relowner) || ', a role that ' || current_user || ' is no member of'
FROM target AS t WHERE NOT pg_has_role(t.relowner, 'USAGE')
UNION ALL
SELECT 'foreign key ' || k.conname || ' of ' || k.conrelid::regclass || ', whose owner '
  || pg_get_userbyid(k.owner) || ' is a role that ' || current_user || ' is no member of'
FROM incoming AS k WHERE NOT pg_has_role(k.owner, 'USAGE')
UNION ALL
SELECT 'foreign key ' || k.conname || ' of ' || k.conrelid::regclass || ', which is '
  || CASE WHEN k.kind = 'p' OR k.conparentid <> 0 THEN 'partitioned' ELSE 'over a range' END
FROM incoming AS k
WHERE k.kind <> 'r' OR k.conparentid <> 0 OR NOT starts_with(pg_get_constraintdef(k.oid), k.head)
UNION ALL
SELECT 'foreign key ' || k.conname || ', which is ' || CASE k.conparentid WHEN 0 THEN 'over itself and a range'
  ELSE 'inherited' END
FROM target AS t JOIN pg_constraint AS k ON k.conrelid = t.oid AND k.contype = 'f' WHERE k.conparentid <> 0
UNION ALL
SELECT DISTINCT 'a grant of ' || pg_get_userbyid(g.grantor) || ' to '
  || coalesce(nullif(pg_get_userbyid(g.grantee), 'unknown (OID=0)'), 'public')
FROM target AS t
CROSS JOIN LATERAL (
  SELECT t.relacl AS acl
  UNION ALL SELECT a.attacl FROM pg_attribute AS a WHERE a.attrelid = t.oid
  UNION ALL SELECT s.relacl FROM carried AS c JOIN pg_class AS s ON s.oid = c.oid AND s.relkind = 'S'
) AS l
CROSS JOIN LATERAL aclexplode(l.acl) AS g WHERE g.grantor <> t.relowner
UNION ALL
SELECT 'index ' || x.indexrelid::regclass || ', which is not valid'
FROM target AS t JOIN pg_index AS x ON x.indrelid = t.oid WHERE NOT x.indisvalid OR NOT x.indisready
UNION ALL
SELECT 'exclusion constraint ' || k.conname || ' with options of its index'
FROM target AS t JOIN pg_constraint AS k ON k.conrelid = t.oid AND k.contype = 'x'
JOIN pg_class AS i ON i.oid = k.conindid WHERE i.reloptions IS NOT NULL OR i.reltablespace <> 0
UNION ALL
SELECT DISTINCT 'the triggers of constraint ' || k.conname || ', which are switched off'
FROM target AS t JOIN pg_constraint AS k ON t.oid IN (k.conrelid, k.confrelid)
JOIN pg_trigger AS g ON g.tgconstraint = k.oid AND g.tgisinternal AND g.tgenabled <> 'O'
UNION ALL
SELECT 'sequence ' || s.oid::regclass || ', which is in another schema'
FROM target AS t JOIN carried AS c ON true JOIN pg_class AS s ON s.oid = c.oid AND s.relkind = 'S'
WHERE s.relnamespace <> t.relnamespace
