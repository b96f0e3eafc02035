UPDATE orchestrator.attempts SET queued = $2, waiting = $3, working = $4 WHERE attempt = $1
