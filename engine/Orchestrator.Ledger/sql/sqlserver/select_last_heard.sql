SELECT coalesce((SELECT max(at) FROM orchestrator.transitions WHERE run = @p1),
                (SELECT started_at FROM orchestrator.runs WHERE run = @p1))
