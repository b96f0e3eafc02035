UPDATE orchestrator.schedule_states WITH (UPDLOCK, HOLDLOCK)
SET first_seen_at = CASE WHEN definition_hash = @p4 THEN first_seen_at ELSE @p5 END,
    seen = CASE WHEN definition_hash = @p4 THEN seen ELSE '' END, definition_hash = @p4
WHERE batch = @p1 AND trigger_name = @p2 AND environment = @p3
IF @@ROWCOUNT = 0
INSERT INTO orchestrator.schedule_states (batch, trigger_name, environment, definition_hash, first_seen_at)
VALUES (@p1, @p2, @p3, @p4, @p5)
