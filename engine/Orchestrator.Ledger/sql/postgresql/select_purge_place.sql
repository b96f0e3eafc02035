SELECT run, node FROM orchestrator.attempts WHERE attempt = $1
