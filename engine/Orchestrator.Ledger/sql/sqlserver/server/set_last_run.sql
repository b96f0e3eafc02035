UPDATE orchestrator.ledger SET last_run = @p1
