SELECT max(node) FROM orchestrator.nodes WHERE run = $1
