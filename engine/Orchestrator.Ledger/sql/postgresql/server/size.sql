SELECT CAST(coalesce(sum(pg_total_relation_size(c.oid)), 0) AS BIGINT)
FROM pg_class c
JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = 'orchestrator' AND c.relkind = 'r'
