SELECT s.pid, s.wait_event_type, s.wait_event,
       (extract(epoch FROM clock_timestamp() - transaction_timestamp()) * 1000000)::bigint
FROM (SELECT 1) AS always
LEFT JOIN (SELECT pid, wait_event_type, wait_event
           FROM pg_stat_activity
           WHERE datid = (SELECT oid FROM pg_database WHERE datname = current_database())
             AND state = 'active' AND backend_type = 'client backend' AND pid <> pg_backend_pid()) AS s ON true
