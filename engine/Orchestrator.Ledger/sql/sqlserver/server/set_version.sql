UPDATE orchestrator.ledger SET version = @p1
