EXEC sp_getapplock @Resource = N'orchestrator ledger', @LockMode = N'Exclusive', @LockOwner = N'Transaction'
