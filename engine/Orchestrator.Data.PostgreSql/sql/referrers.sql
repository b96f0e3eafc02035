SELECT DISTINCT n.nspname, c.relname
FROM pg_class AS t
JOIN pg_namespace AS tn ON tn.oid = t.relnamespace
JOIN pg_constraint AS k ON k.confrelid = t.oid AND k.contype = 'f' AND k.conrelid <> t.oid
JOIN pg_class AS c ON c.oid = k.conrelid
JOIN pg_namespace AS n ON n.oid = c.relnamespace
WHERE tn.nspname = @schema AND t.relname = @name
ORDER BY 1, 2
