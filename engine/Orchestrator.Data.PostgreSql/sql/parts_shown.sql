-- A view reads with the rights of its owner, unless it says that it reads with those of who asks.
WITH RECURSIVE seen AS (
  SELECT c.oid AS root, c.oid, u.oid AS reader
  FROM pg_class AS c
  JOIN pg_namespace AS n ON n.oid = c.relnamespace
  JOIN pg_roles AS u ON u.rolname = current_user
  WHERE c.relkind IN ('r', 'p', 'v') AND n.nspname NOT LIKE 'pg\_%' AND n.nspname <> 'information_schema'
    AND (@name = '' OR (n.nspname = @schema AND c.relname = @name))
  UNION
  SELECT s.root, d.refobjid, CASE WHEN EXISTS (
    SELECT 1 FROM pg_options_to_table(v.reloptions) AS o
    WHERE o.option_name = 'security_invoker' AND o.option_value::boolean) THEN s.reader ELSE v.relowner END
  FROM seen AS s
  JOIN pg_class AS v ON v.oid = s.oid AND v.relkind = 'v'
  JOIN pg_rewrite AS w ON w.ev_class = v.oid
  JOIN pg_depend AS d ON d.classid = 'pg_rewrite'::regclass AND d.objid = w.oid
    AND d.refclassid = 'pg_class'::regclass AND d.refobjid <> v.oid
)
SELECT rn.nspname, r.relname, min(format('%I.%I', n.nspname, c.relname)), min(u.rolname)
FROM seen AS s
JOIN pg_class AS r ON r.oid = s.root JOIN pg_namespace AS rn ON rn.oid = r.relnamespace
JOIN pg_class AS c ON c.oid = s.oid JOIN pg_namespace AS n ON n.oid = c.relnamespace
JOIN pg_roles AS u ON u.oid = s.reader
WHERE c.relkind IN ('r', 'p') AND c.relrowsecurity AND NOT u.rolsuper AND NOT u.rolbypassrls
  AND (c.relforcerowsecurity OR NOT pg_has_role(u.oid, c.relowner, 'USAGE'))
GROUP BY 1, 2
ORDER BY 1, 2
