EXEC sp_getapplock @Resource = N'orchestrator', @LockMode = N'Exclusive', @LockOwner = N'Transaction'
