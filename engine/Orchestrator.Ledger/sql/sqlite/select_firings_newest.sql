SELECT f.firing, f.batch, f.trigger_name, f.environment, f.scheduled_at, f.as_of, f.local_time, f.cause, f.state, f.why,
       f.service, f.token, f.run, f.outcome, f.who, f.claimed_at, f.ended_at
FROM firings f
JOIN (SELECT batch, trigger_name, max(scheduled_at) AS newest FROM firings
      WHERE environment = ?1 AND cause <> ?2
      GROUP BY batch, trigger_name) n
  ON n.batch = f.batch AND n.trigger_name = f.trigger_name AND n.newest = f.scheduled_at
WHERE f.environment = ?1
ORDER BY f.batch, f.trigger_name
