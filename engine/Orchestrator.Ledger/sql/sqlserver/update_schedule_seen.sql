UPDATE orchestrator.schedule_states SET seen = @p5 OUTPUT inserted.batch
WHERE batch = @p1 AND trigger_name = @p2 AND environment = @p3 AND seen = @p4
