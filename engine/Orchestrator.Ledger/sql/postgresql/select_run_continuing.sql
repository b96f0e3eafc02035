SELECT max(run) FROM orchestrator.runs WHERE continues = $1
