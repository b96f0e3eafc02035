SELECT GET_LOCK(concat('orchestrator-', @id), 0)
