UPDATE orchestrator.ledger SET last_run = $1
