-- In the order in which a run that begins takes them, so that neither waits for the other in a circle. Writing is what
-- locks the row that each run counts up; the hints lock the tables.
SELECT TOP (1) 1 FROM orchestrator.plans WITH (TABLOCKX, HOLDLOCK);
UPDATE orchestrator.ledger WITH (TABLOCKX) SET last_run = last_run;
SELECT TOP (1) 1 FROM orchestrator.runs WITH (TABLOCKX, HOLDLOCK);
SELECT TOP (1) 1 FROM orchestrator.run_options WITH (TABLOCKX, HOLDLOCK);
SELECT TOP (1) 1 FROM orchestrator.nodes WITH (TABLOCKX, HOLDLOCK);
SELECT TOP (1) 1 FROM orchestrator.attempts WITH (TABLOCKX, HOLDLOCK);
SELECT TOP (1) 1 FROM orchestrator.transitions WITH (TABLOCKX, HOLDLOCK);
SELECT TOP (1) 1 FROM orchestrator.waits WITH (TABLOCKX, HOLDLOCK);
SELECT TOP (1) 1 FROM orchestrator.errors WITH (TABLOCKX, HOLDLOCK);
SELECT TOP (1) 1 FROM orchestrator.warnings WITH (TABLOCKX, HOLDLOCK);
SELECT TOP (1) 1 FROM orchestrator.watermarks WITH (TABLOCKX, HOLDLOCK);
SELECT TOP (1) 1 FROM orchestrator.backups WITH (TABLOCKX, HOLDLOCK);
SELECT TOP (1) 1 FROM orchestrator.files WITH (TABLOCKX, HOLDLOCK);
SELECT TOP (1) 1 FROM orchestrator.scopes WITH (TABLOCKX, HOLDLOCK);
SELECT TOP (1) 1 FROM orchestrator.attempt_evidence WITH (TABLOCKX, HOLDLOCK);
SELECT TOP (1) 1 FROM orchestrator.attempt_waits WITH (TABLOCKX, HOLDLOCK);
SELECT TOP (1) 1 FROM orchestrator.run_evidence WITH (TABLOCKX, HOLDLOCK);
SELECT TOP (1) 1 FROM orchestrator.run_waits WITH (TABLOCKX, HOLDLOCK);
SELECT TOP (1) 1 FROM orchestrator.run_samples WITH (TABLOCKX, HOLDLOCK);
SELECT TOP (1) 1 FROM orchestrator.leases WITH (TABLOCKX, HOLDLOCK);
SELECT TOP (1) 1 FROM orchestrator.requests WITH (TABLOCKX, HOLDLOCK);
SELECT TOP (1) 1 FROM orchestrator.run_connections WITH (TABLOCKX, HOLDLOCK);
SELECT TOP (1) 1 FROM orchestrator.plan_files WITH (TABLOCKX, HOLDLOCK);
SELECT TOP (1) 1 FROM orchestrator.adoptions WITH (TABLOCKX, HOLDLOCK);
