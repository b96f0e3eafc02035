UPDATE orchestrator.services SET renewed_at = @p2 OUTPUT inserted.service
WHERE service = @p1 AND stopped_at IS NULL
