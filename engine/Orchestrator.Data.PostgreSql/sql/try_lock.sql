SELECT CASE WHEN pg_try_advisory_lock(@key) THEN 1 ELSE 0 END
