SELECT DISTINCT hash
FROM plan_files f
WHERE NOT EXISTS (SELECT 1 FROM runs r WHERE r.files_hash = f.hash)
