SELECT CASE WHEN pg_try_advisory_lock($1) THEN 1 ELSE 0 END
