SELECT count(*) FROM sys.schemas WHERE name = N'orchestrator'
