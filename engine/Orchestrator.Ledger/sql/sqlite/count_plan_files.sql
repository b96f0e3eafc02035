SELECT count(*) FROM plan_files WHERE hash = ?1
