SELECT pg_advisory_xact_lock(hashtextextended('orchestrator ledger', 0))
