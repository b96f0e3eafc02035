SELECT run, node
FROM orchestrator.nodes
WHERE run IN (SELECT run FROM orchestrator.runs WHERE purged_at IS NOT NULL)
ORDER BY run, node
