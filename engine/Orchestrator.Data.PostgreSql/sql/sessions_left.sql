SELECT pid, application_name
FROM pg_stat_activity
WHERE (application_name = @name OR starts_with(application_name, @name || ' ')) AND pid <> pg_backend_pid()
  AND datname = current_database()
ORDER BY pid
