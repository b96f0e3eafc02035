-- In the order in which a run that begins takes them, so that neither waits for the other in a circle. Who reads waits
-- for nothing.
LOCK TABLE orchestrator.plans, orchestrator.ledger, orchestrator.runs, orchestrator.run_options, orchestrator.nodes,
           orchestrator.attempts, orchestrator.transitions, orchestrator.waits, orchestrator.errors,
           orchestrator.warnings, orchestrator.watermarks, orchestrator.backups, orchestrator.files, orchestrator.scopes,
           orchestrator.attempt_evidence, orchestrator.attempt_waits, orchestrator.run_evidence,
           orchestrator.run_waits, orchestrator.run_samples, orchestrator.leases, orchestrator.requests,
           orchestrator.run_connections, orchestrator.plan_files, orchestrator.adoptions, orchestrator.services,
           orchestrator.firings, orchestrator.schedule_states, orchestrator.schedule_pauses,
           orchestrator.run_wishes, orchestrator.tokens, orchestrator.audit, orchestrator.actions,
           orchestrator.approvals, orchestrator.alert_states, orchestrator.alerts
IN EXCLUSIVE MODE
