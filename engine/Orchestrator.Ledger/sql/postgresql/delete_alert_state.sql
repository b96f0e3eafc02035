DELETE FROM orchestrator.alert_states WHERE batch = $1 AND alert_name = $2 AND environment = $3
