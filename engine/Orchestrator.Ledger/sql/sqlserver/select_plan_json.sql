SELECT json FROM orchestrator.plans WHERE hash = @p1
