-- Before the update of each row, of the table or a part of it.
SELECT DISTINCT t.tgname::text
FROM pg_class AS c
JOIN pg_namespace AS s ON s.oid = c.relnamespace
CROSS JOIN LATERAL (SELECT c.oid AS part UNION SELECT relid FROM pg_partition_tree(c.oid)) AS p
JOIN pg_trigger AS t ON t.tgrelid = p.part
WHERE s.nspname = @schema AND c.relname = @name AND NOT t.tgisinternal AND t.tgenabled <> 'D'
  AND t.tgtype & 1 <> 0 AND t.tgtype & 2 <> 0 AND t.tgtype & 16 <> 0
ORDER BY 1
