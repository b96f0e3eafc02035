SELECT k.conname::text
FROM pg_class AS t
JOIN pg_namespace AS n ON n.oid = t.relnamespace
JOIN pg_constraint AS k ON k.conrelid = t.oid AND k.confrelid = t.oid AND k.contype = 'f'
WHERE n.nspname = @schema AND t.relname = @name
ORDER BY 1
