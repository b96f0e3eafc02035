SELECT p.prokind::text
FROM pg_proc AS p JOIN pg_namespace AS n ON n.oid = p.pronamespace
WHERE n.nspname = @schema AND p.proname = @name
ORDER BY p.oid
LIMIT 1
