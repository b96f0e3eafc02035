INSERT INTO orchestrator.alerts (id, environment, batch, alert_name, event, target, target_hash, occurrence,
                                 cause, run, detail, noticed_at, due_at, state, message, tries, ended_at, last_error)
OUTPUT inserted.alert
SELECT @p1, @p2, @p3, @p4, @p5, @p6, @p7, @p8, @p9, @p10, @p11, @p12, @p13, @p14, '', 0, NULL, ''
WHERE NOT EXISTS (SELECT 1 FROM orchestrator.alerts WITH (UPDLOCK, HOLDLOCK) WHERE id = @p1)
