SELECT count(*) FROM sys.tables t JOIN sys.schemas s ON s.schema_id = t.schema_id
WHERE s.name = N'orchestrator' AND t.name = N'ledger'
