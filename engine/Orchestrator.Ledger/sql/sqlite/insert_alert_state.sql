INSERT INTO alert_states (batch, alert_name, environment, first_seen_at)
VALUES (?1, ?2, ?3, ?4)
ON CONFLICT (batch, alert_name, environment) DO NOTHING
