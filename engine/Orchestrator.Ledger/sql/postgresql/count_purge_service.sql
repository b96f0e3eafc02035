SELECT (SELECT count(*) FROM orchestrator.firings f
        WHERE f.environment = $1 AND f.ended_at < $2
          AND (f.cause = $3 OR EXISTS (SELECT 1 FROM orchestrator.firings n
                                       WHERE n.batch = f.batch AND n.trigger_name = f.trigger_name
                                         AND n.environment = f.environment AND n.scheduled_at > f.scheduled_at
                                         AND n.cause <> $3))),
       (SELECT count(*) FROM orchestrator.audit WHERE environment = $1 AND at < $2),
       (SELECT count(*) FROM orchestrator.run_wishes WHERE environment = $1 AND answered_at < $2)
       + (SELECT count(*) FROM orchestrator.schedule_pauses WHERE environment = $1 AND resumed_at < $2)
       + (SELECT count(*) FROM orchestrator.services WHERE environment = $1 AND stopped_at < $2)
       + (SELECT count(*) FROM orchestrator.actions WHERE environment = $1 AND asked_at < $2)
       + (SELECT count(*) FROM orchestrator.alerts WHERE environment = $1 AND ended_at < $2)
