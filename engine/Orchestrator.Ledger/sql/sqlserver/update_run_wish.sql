UPDATE orchestrator.run_wishes
SET answered_at = CASE WHEN asked_at > @p2 THEN asked_at ELSE @p2 END, firing = @p3, refusal = @p4
OUTPUT inserted.wish
WHERE wish = @p1 AND answered_at IS NULL
