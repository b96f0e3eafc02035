SELECT pg_terminate_backend(pid)
FROM pg_stat_activity
WHERE pid = @session::int AND (application_name = @name OR starts_with(application_name, @name || ' '))
