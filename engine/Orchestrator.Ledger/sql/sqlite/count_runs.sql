SELECT count(*) FROM runs
