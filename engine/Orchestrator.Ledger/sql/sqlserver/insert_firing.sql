INSERT INTO orchestrator.firings (batch, trigger_name, environment, scheduled_at, as_of, local_time, cause, state,
                                  why, service, token, run, outcome, who, claimed_at, ended_at)
OUTPUT inserted.firing
SELECT @p1, @p2, @p3, @p4, @p5, @p6, @p7, @p8, @p9, @p10, 1, NULL, N'', @p11, @p12, @p13
WHERE EXISTS (SELECT 1 FROM orchestrator.services WHERE service = @p10 AND stopped_at IS NULL)
  AND NOT EXISTS (SELECT 1 FROM orchestrator.firings WITH (UPDLOCK, HOLDLOCK)
                  WHERE batch = @p1 AND trigger_name = @p2 AND environment = @p3 AND scheduled_at = @p4)
