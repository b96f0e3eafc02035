SELECT batch, trigger_name, environment, definition_hash, first_seen_at, seen
FROM orchestrator.schedule_states
WHERE environment = @p1
ORDER BY batch, trigger_name
