DELETE FROM files
WHERE attempt IN (SELECT attempt FROM attempts WHERE run = ?1 AND node BETWEEN ?2 AND ?3)
