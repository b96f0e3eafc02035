INSERT INTO orchestrator.schedule_pauses (batch, trigger_name, environment, paused_at, paused_by, reason, resumed_at,
                                          resumed_by)
SELECT $1, $2, $3, $4, $5, $6, NULL, ''
WHERE NOT EXISTS (SELECT 1 FROM orchestrator.schedule_pauses
                  WHERE batch = $1 AND trigger_name = $2 AND environment = $3 AND resumed_at IS NULL)
ON CONFLICT DO NOTHING
RETURNING pause
