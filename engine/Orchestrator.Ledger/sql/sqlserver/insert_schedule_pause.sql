INSERT INTO orchestrator.schedule_pauses (batch, trigger_name, environment, paused_at, paused_by, reason, resumed_at,
                                          resumed_by)
OUTPUT inserted.pause
SELECT @p1, @p2, @p3, @p4, @p5, @p6, NULL, N''
WHERE NOT EXISTS (SELECT 1 FROM orchestrator.schedule_pauses WITH (UPDLOCK, HOLDLOCK)
                  WHERE batch = @p1 AND trigger_name = @p2 AND environment = @p3 AND resumed_at IS NULL)
