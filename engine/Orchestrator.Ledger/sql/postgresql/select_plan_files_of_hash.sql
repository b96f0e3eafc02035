SELECT path, content
FROM orchestrator.plan_files
WHERE hash = $1
ORDER BY place
