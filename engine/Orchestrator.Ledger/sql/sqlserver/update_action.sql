UPDATE orchestrator.actions SET request = @p2, wish = @p3, outcome = @p4, answer = @p5
WHERE action = @p1
