UPDATE orchestrator.schedule_pauses
SET resumed_at = CASE WHEN paused_at > @p4 THEN paused_at ELSE @p4 END, resumed_by = @p5
OUTPUT inserted.pause
WHERE batch = @p1 AND trigger_name = @p2 AND environment = @p3 AND resumed_at IS NULL
