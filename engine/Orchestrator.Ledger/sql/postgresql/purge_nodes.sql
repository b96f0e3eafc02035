DELETE FROM orchestrator.nodes WHERE run = $1 AND node BETWEEN $2 AND $3
