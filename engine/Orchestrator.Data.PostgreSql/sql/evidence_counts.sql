SELECT d.xact_commit, NULL::bigint, NULL::bigint,
       (extract(epoch FROM clock_timestamp() - transaction_timestamp()) * 1000000)::bigint
FROM pg_stat_database AS d
WHERE d.datname = current_database()
