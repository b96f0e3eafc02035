DELETE TOP (@p3) f OUTPUT deleted.firing FROM orchestrator.firings f
WHERE f.environment = @p1 AND f.ended_at < @p2
  AND (f.cause = @p4 OR EXISTS (SELECT 1 FROM orchestrator.firings n
                             WHERE n.batch = f.batch AND n.trigger_name = f.trigger_name
                               AND n.environment = f.environment AND n.scheduled_at > f.scheduled_at
                               AND n.cause <> @p4))
