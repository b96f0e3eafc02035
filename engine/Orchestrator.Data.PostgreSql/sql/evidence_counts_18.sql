SELECT d.xact_commit, i.syncs, w.wal_bytes::bigint,
       (extract(epoch FROM clock_timestamp() - transaction_timestamp()) * 1000000)::bigint
FROM pg_stat_database AS d, pg_stat_wal AS w,
     (SELECT sum(fsyncs)::bigint AS syncs FROM pg_stat_io WHERE object = 'wal') AS i
WHERE d.datname = current_database()
