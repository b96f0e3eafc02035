SELECT run FROM orchestrator.runs WHERE id = $1
