SELECT f.path, f.content
FROM runs r
JOIN plan_files f ON f.hash = r.files_hash
WHERE r.run = ?1
ORDER BY f.place
