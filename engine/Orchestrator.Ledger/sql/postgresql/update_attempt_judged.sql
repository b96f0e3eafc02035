UPDATE orchestrator.attempts SET state = $2 WHERE attempt = $1 AND state = 'Succeeded'
