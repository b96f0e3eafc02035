SELECT concat('cluster ', (SELECT system_identifier FROM pg_control_system()), ', port ', current_setting('port')),
  current_database()
