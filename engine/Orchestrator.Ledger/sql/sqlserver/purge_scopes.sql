DELETE FROM orchestrator.scopes WHERE run = @p1
