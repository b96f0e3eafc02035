SELECT solution FROM orchestrator.runs WHERE environment = $1 AND solution <> $2 LIMIT 1
