SELECT commits FROM orchestrator.runs WHERE run = $1
