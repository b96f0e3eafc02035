UPDATE orchestrator.alerts SET state = @p1, message = @p2, tries = 1, due_at = @p3
OUTPUT inserted.alert, inserted.id, inserted.environment, inserted.batch, inserted.alert_name, inserted.event,
       inserted.target, inserted.target_hash, inserted.occurrence, inserted.cause, inserted.run, inserted.detail,
       inserted.state, inserted.message, inserted.tries, inserted.noticed_at, inserted.due_at, inserted.ended_at,
       inserted.last_error
WHERE environment = @p4 AND target_hash = @p5 AND cause = @p6 AND message = '' AND ended_at IS NULL
