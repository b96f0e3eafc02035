SELECT CASE WHEN pg_current_wal_flush_lsn() >= @position::pg_lsn THEN 1 ELSE 0 END
