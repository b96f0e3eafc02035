SELECT run, node
FROM nodes
WHERE run IN (SELECT run FROM runs WHERE purged_at IS NOT NULL)
ORDER BY run, node
