DELETE FROM orchestrator_sessions WHERE id = @id
