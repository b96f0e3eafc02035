CREATE SCHEMA orchestrator
