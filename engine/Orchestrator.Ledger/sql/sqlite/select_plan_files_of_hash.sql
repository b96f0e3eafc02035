SELECT path, content
FROM plan_files
WHERE hash = ?1
ORDER BY place
