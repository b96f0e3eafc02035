SELECT count(*) FROM orchestrator.plan_files WITH (UPDLOCK, HOLDLOCK) WHERE hash = @p1
