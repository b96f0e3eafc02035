SELECT coalesce((SELECT max(at) FROM orchestrator.transitions WHERE run = $1),
                (SELECT started_at FROM orchestrator.runs WHERE run = $1))
