SELECT firing, batch, trigger_name, environment, scheduled_at, as_of, local_time, cause, state, why, service, token,
       run, outcome, who, claimed_at, ended_at
FROM orchestrator.firings
WHERE environment = @p1 AND scheduled_at >= @p2 AND scheduled_at < @p3 AND (@p4 IS NULL OR batch = @p4)
  AND (@p5 IS NULL OR trigger_name = @p5)
ORDER BY scheduled_at DESC, firing DESC
OFFSET 0 ROWS FETCH NEXT @p6 ROWS ONLY
