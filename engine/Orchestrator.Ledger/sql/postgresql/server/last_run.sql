SELECT last_run FROM orchestrator.ledger
