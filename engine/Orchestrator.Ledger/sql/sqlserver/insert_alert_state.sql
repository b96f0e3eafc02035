INSERT INTO orchestrator.alert_states (batch, alert_name, environment, first_seen_at)
SELECT @p1, @p2, @p3, @p4
WHERE NOT EXISTS (SELECT 1 FROM orchestrator.alert_states WITH (UPDLOCK, HOLDLOCK)
                  WHERE batch = @p1 AND alert_name = @p2 AND environment = @p3)
