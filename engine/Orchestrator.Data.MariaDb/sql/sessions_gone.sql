DELETE FROM orchestrator_sessions WHERE IS_USED_LOCK(concat('orchestrator-', id)) IS NULL
