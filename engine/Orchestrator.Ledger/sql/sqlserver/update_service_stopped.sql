UPDATE orchestrator.services SET stopped_at = CASE WHEN started_at > @p2 THEN started_at ELSE @p2 END
OUTPUT inserted.service
WHERE service = @p1 AND stopped_at IS NULL
