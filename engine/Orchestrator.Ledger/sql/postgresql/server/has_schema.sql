SELECT count(*) FROM pg_namespace WHERE nspname = 'orchestrator'
