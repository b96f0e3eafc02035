SELECT count(*) FROM orchestrator.plan_files WHERE hash = $1
