SELECT coalesce(pg_has_role('pg_read_all_stats', 'USAGE'), false)::int, (current_setting('fsync') = 'on')::int,
       (current_setting('track_activities') = 'on')::int, (current_setting('track_counts') = 'on')::int,
       (coalesce(host(inet_server_addr()) = host(inet_client_addr()), true))::int
