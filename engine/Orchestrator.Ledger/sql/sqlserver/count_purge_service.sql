SELECT (SELECT count(*) FROM orchestrator.firings f
        WHERE f.environment = @p1 AND f.ended_at < @p2
          AND (f.cause = @p3 OR EXISTS (SELECT 1 FROM orchestrator.firings n
                                       WHERE n.batch = f.batch AND n.trigger_name = f.trigger_name
                                         AND n.environment = f.environment AND n.scheduled_at > f.scheduled_at
                                         AND n.cause <> @p3))),
       (SELECT count(*) FROM orchestrator.audit WHERE environment = @p1 AND at < @p2),
       (SELECT count(*) FROM orchestrator.run_wishes WHERE environment = @p1 AND answered_at < @p2)
       + (SELECT count(*) FROM orchestrator.schedule_pauses WHERE environment = @p1 AND resumed_at < @p2)
       + (SELECT count(*) FROM orchestrator.services WHERE environment = @p1 AND stopped_at < @p2)
       + (SELECT count(*) FROM orchestrator.actions WHERE environment = @p1 AND asked_at < @p2)
       + (SELECT count(*) FROM orchestrator.alerts WHERE environment = @p1 AND ended_at < @p2)
