UPDATE orchestrator.firings
SET state = @p3, outcome = @p4, why = CASE WHEN @p6 = N'' THEN why ELSE @p6 END,
    ended_at = coalesce(ended_at, CASE WHEN claimed_at > @p5 THEN claimed_at ELSE @p5 END)
OUTPUT inserted.firing
WHERE firing = @p1 AND token = @p2 AND (ended_at IS NULL OR (state = @p3 AND outcome = @p4))
