SELECT id FROM orchestrator.runs WHERE run = 1
