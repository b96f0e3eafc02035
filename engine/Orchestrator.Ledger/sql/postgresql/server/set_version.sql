UPDATE orchestrator.ledger SET version = $1
