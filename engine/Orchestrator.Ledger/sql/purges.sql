-- What a purge takes, a few rows at a time.

-- update_run_purged: Marks a run as purged that has ended and that none continues.
UPDATE orchestrator.runs SET purged_at = ?2, continues = NULL, files_hash = ''
{inserted run}
WHERE run = ?1 AND purged_at IS NULL AND ended_at IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM orchestrator.runs c WHERE c.continues = ?1)
{returning run}

-- purge_transitions: Transitions of a run, so many at most.
DELETE FROM orchestrator.transitions
WHERE run = ?1 AND sequence IN (SELECT sequence FROM orchestrator.transitions WHERE run = ?1 ORDER BY sequence LIMIT ?2)
RETURNING run

-- purge_transitions [sqlserver]: DELETE takes TOP itself.
DELETE TOP (?2) FROM orchestrator.transitions OUTPUT deleted.run WHERE run = ?1

-- purge_run_samples: Samples of a run, so many at most.
DELETE FROM orchestrator.run_samples
WHERE run = ?1 AND (connection, taken_at) IN (
    SELECT connection, taken_at FROM orchestrator.run_samples
    WHERE run = ?1 ORDER BY connection, taken_at LIMIT ?2)
RETURNING run

-- purge_run_samples [sqlserver]: DELETE takes TOP itself.
DELETE TOP (?2) FROM orchestrator.run_samples OUTPUT deleted.run WHERE run = ?1

-- purge_attempt_evidence: The evidence of some nodes' attempts.
DELETE FROM orchestrator.attempt_evidence
WHERE attempt IN (SELECT attempt FROM orchestrator.attempts WHERE run = ?1 AND node BETWEEN ?2 AND ?3)

-- purge_attempt_waits: What those waited for in their databases.
DELETE FROM orchestrator.attempt_waits
WHERE attempt IN (SELECT attempt FROM orchestrator.attempts WHERE run = ?1 AND node BETWEEN ?2 AND ?3)

-- purge_waits: What those waited for.
DELETE FROM orchestrator.waits
WHERE attempt IN (SELECT attempt FROM orchestrator.attempts WHERE run = ?1 AND node BETWEEN ?2 AND ?3)

-- purge_errors: Their failures.
DELETE FROM orchestrator.errors
WHERE attempt IN (SELECT attempt FROM orchestrator.attempts WHERE run = ?1 AND node BETWEEN ?2 AND ?3)

-- purge_warnings: Their warnings.
DELETE FROM orchestrator.warnings
WHERE attempt IN (SELECT attempt FROM orchestrator.attempts WHERE run = ?1 AND node BETWEEN ?2 AND ?3)

-- purge_files: The files that they read.
DELETE FROM orchestrator.files
WHERE attempt IN (SELECT attempt FROM orchestrator.attempts WHERE run = ?1 AND node BETWEEN ?2 AND ?3)

-- purge_watermarks: The watermarks that they changed.
DELETE FROM orchestrator.watermarks
WHERE attempt IN (SELECT attempt FROM orchestrator.attempts WHERE run = ?1 AND node BETWEEN ?2 AND ?3)

-- purge_run_values: The values that they have set.
DELETE FROM orchestrator.run_values
WHERE attempt IN (SELECT attempt FROM orchestrator.attempts WHERE run = ?1 AND node BETWEEN ?2 AND ?3)

-- purge_attempts: The attempts themselves.
DELETE FROM orchestrator.attempts WHERE run = ?1 AND node BETWEEN ?2 AND ?3

-- purge_nodes: Some nodes of a run.
DELETE FROM orchestrator.nodes WHERE run = ?1 AND node BETWEEN ?2 AND ?3

-- purge_run_evidence: The evidence of a run.
DELETE FROM orchestrator.run_evidence WHERE run = ?1

-- purge_run_waits: What its databases waited for.
DELETE FROM orchestrator.run_waits WHERE run = ?1

-- purge_run_connections: Where its connections led.
DELETE FROM orchestrator.run_connections WHERE run = ?1

-- purge_run_options: Its options.
DELETE FROM orchestrator.run_options WHERE run = ?1

-- purge_run_turns: The turns of its loops.
DELETE FROM orchestrator.run_turns WHERE run = ?1

-- purge_requests: What was asked of it.
DELETE FROM orchestrator.requests WHERE run = ?1

-- purge_scopes: Its scopes.
DELETE FROM orchestrator.scopes WHERE run = ?1

-- purge_run: The run itself.
DELETE FROM orchestrator.runs WHERE run = ?1 AND purged_at IS NOT NULL

-- purge_plan: A plan that no run has.
DELETE FROM orchestrator.plans
WHERE hash = ?1 AND NOT EXISTS (SELECT 1 FROM orchestrator.runs WHERE plan_hash = ?1)

-- purge_plan_files: A set of texts that no run has.
DELETE FROM orchestrator.plan_files
WHERE hash = ?1 AND NOT EXISTS (SELECT 1 FROM orchestrator.runs WHERE files_hash = ?1)

-- purge_firings: Firings that ended before a moment, but the newest of each trigger; so many at most.
DELETE FROM orchestrator.firings
WHERE firing IN (
    SELECT f.firing FROM orchestrator.firings f
    WHERE f.environment = ?1 AND f.ended_at < ?2
      AND (f.cause = ?4 OR EXISTS (SELECT 1 FROM orchestrator.firings n
                                 WHERE n.batch = f.batch AND n.trigger_name = f.trigger_name
                                   AND n.environment = f.environment AND n.scheduled_at > f.scheduled_at
                                   AND n.cause <> ?4))
    LIMIT ?3)
RETURNING firing

-- purge_firings [sqlserver]: DELETE takes TOP itself.
DELETE TOP (?3) f OUTPUT deleted.firing FROM orchestrator.firings f
WHERE f.environment = ?1 AND f.ended_at < ?2
  AND (f.cause = ?4 OR EXISTS (SELECT 1 FROM orchestrator.firings n
                             WHERE n.batch = f.batch AND n.trigger_name = f.trigger_name
                               AND n.environment = f.environment AND n.scheduled_at > f.scheduled_at
                               AND n.cause <> ?4))

-- purge_audit: Entries of the audit before a moment, so many at most.
DELETE {top ?3} FROM orchestrator.audit {deleted entry}
WHERE {among entry, orchestrator.audit} environment = ?1 AND at < ?2 {end ?3}
{returning entry}

-- purge_actions: Actions before a moment, so many at most.
DELETE {top ?3} FROM orchestrator.actions {deleted action}
WHERE {among action, orchestrator.actions} environment = ?1 AND asked_at < ?2 {end ?3}
{returning action}

-- purge_start_requests: Requests to start that were answered before a moment, so many at most.
DELETE {top ?3} FROM orchestrator.run_wishes {deleted wish}
WHERE {among wish, orchestrator.run_wishes} environment = ?1 AND answered_at < ?2 {end ?3}
{returning wish}

-- purge_schedule_pauses: Pauses that ended before a moment, so many at most.
DELETE {top ?3} FROM orchestrator.schedule_pauses {deleted pause}
WHERE {among pause, orchestrator.schedule_pauses} environment = ?1 AND resumed_at < ?2 {end ?3}
{returning pause}

-- purge_services: Services that stopped before a moment, so many at most.
DELETE {top ?3} FROM orchestrator.services {deleted service}
WHERE {among service, orchestrator.services} environment = ?1 AND stopped_at < ?2 {end ?3}
{returning service}

-- purge_alerts: What was told before a moment, so many at most.
DELETE {top ?3} FROM orchestrator.alerts {deleted alert}
WHERE {among alert, orchestrator.alerts} environment = ?1 AND ended_at < ?2 {end ?3}
{returning alert}
