(SELECT 'LargestTable', n.nspname || '.' || c.relname, pg_total_relation_size(c.oid)
FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
WHERE c.relkind = 'r' AND n.nspname NOT LIKE 'pg\_%' AND n.nspname <> 'information_schema'
ORDER BY c.relpages DESC
LIMIT 1)
UNION ALL
SELECT 'Relaxed', 'synchronous_commit = off', 0 WHERE current_setting('synchronous_commit') = 'off'
