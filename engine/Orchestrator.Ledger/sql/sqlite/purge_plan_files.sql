DELETE FROM plan_files
WHERE hash = ?1 AND NOT EXISTS (SELECT 1 FROM runs WHERE files_hash = ?1)
