SELECT 1 FROM pg_tablespace LIMIT 0
