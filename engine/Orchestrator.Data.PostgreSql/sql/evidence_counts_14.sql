SELECT d.xact_commit, w.wal_sync, w.wal_bytes::bigint,
       (extract(epoch FROM clock_timestamp() - transaction_timestamp()) * 1000000)::bigint
FROM pg_stat_database AS d, pg_stat_wal AS w
WHERE d.datname = current_database()
