SELECT version FROM orchestrator.ledger
