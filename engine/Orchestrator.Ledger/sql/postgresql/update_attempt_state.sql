UPDATE orchestrator.attempts SET state = $2, ended_at = $3 WHERE attempt = $1
