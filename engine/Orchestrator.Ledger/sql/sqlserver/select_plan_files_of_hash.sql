SELECT path, content
FROM orchestrator.plan_files
WHERE hash = @p1
ORDER BY place
