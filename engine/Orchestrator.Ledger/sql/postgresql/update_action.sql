UPDATE orchestrator.actions SET request = $2, wish = $3, outcome = $4, answer = $5
WHERE action = $1
