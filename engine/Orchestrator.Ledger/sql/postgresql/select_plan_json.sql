SELECT json FROM orchestrator.plans WHERE hash = $1
