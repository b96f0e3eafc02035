SELECT a.attname
FROM pg_namespace AS n
JOIN pg_class AS c ON c.relnamespace = n.oid AND c.relname = @name
JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
JOIN pg_type AS t ON t.oid = a.atttypid
WHERE n.nspname = @schema AND (a.atthasdef AND a.attgenerated = '' OR t.typtype = 'd' AND t.typdefault IS NOT NULL)
