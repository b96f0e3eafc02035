DELETE FROM orchestrator.alert_states WHERE batch = @p1 AND alert_name = @p2 AND environment = @p3
