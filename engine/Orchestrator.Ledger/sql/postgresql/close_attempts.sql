UPDATE orchestrator.attempts SET state = 'EndedUnexpectedly' WHERE run = $1 AND state IN ('Running', 'Cancelling')
