SELECT 'foreign key ' || k.conname || ' of ' || k.conrelid::regclass
FROM pg_class AS t
JOIN pg_namespace AS n ON n.oid = t.relnamespace
JOIN pg_constraint AS k ON k.confrelid = t.oid AND k.contype = 'f' AND k.confdeltype NOT IN ('a', 'r')
WHERE n.nspname = @schema AND t.relname = @name AND k.conparentid = 0
ORDER BY 1
