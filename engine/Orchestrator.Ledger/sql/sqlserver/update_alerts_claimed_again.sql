UPDATE orchestrator.alerts SET state = @p1, tries = tries + 1, due_at = @p2
OUTPUT inserted.alert, inserted.id, inserted.environment, inserted.batch, inserted.alert_name, inserted.event,
       inserted.target, inserted.target_hash, inserted.occurrence, inserted.cause, inserted.run, inserted.detail,
       inserted.state, inserted.message, inserted.tries, inserted.noticed_at, inserted.due_at, inserted.ended_at,
       inserted.last_error
WHERE message = @p3 AND tries = @p4 AND due_at <= @p5 AND ended_at IS NULL
