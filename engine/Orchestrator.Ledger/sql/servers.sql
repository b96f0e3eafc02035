-- What only the servers are asked, each in its own words: sessions, locks, and the ledger as a whole.

-- server/has_schema [postgresql]: Whether the schema of ledgers is there.
SELECT count(*) FROM pg_namespace WHERE nspname = 'orchestrator'

-- server/has_schema [sqlserver]: Whether the schema of ledgers is there.
SELECT count(*) FROM sys.schemas WHERE name = N'orchestrator'

-- server/create_schema [postgresql, sqlserver]: Makes it.
CREATE SCHEMA orchestrator

-- server/has_ledger [postgresql]: Whether the table is there that tells the version of a ledger.
SELECT count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = 'orchestrator' AND c.relname = 'ledger'

-- server/has_ledger [sqlserver]: Whether the table is there that tells the version of a ledger.
SELECT count(*) FROM sys.tables t JOIN sys.schemas s ON s.schema_id = t.schema_id
WHERE s.name = N'orchestrator' AND t.name = N'ledger'

-- server/create_ledger [postgresql, sqlserver]: One row: the schema's version, and the number of the newest run. Runs
-- are numbered here and not by the server, so that their numbers have no gaps and follow the order in which they were
-- committed.
CREATE TABLE orchestrator.ledger (
    version  bigint NOT NULL,
    last_run bigint NOT NULL
);
INSERT INTO orchestrator.ledger (version, last_run) VALUES (0, 0);

-- server/version [postgresql, sqlserver]: The version of the schema.
SELECT version FROM orchestrator.ledger

-- server/set_version [postgresql, sqlserver]: Notes it.
UPDATE orchestrator.ledger SET version = ?1

-- server/last_run [postgresql, sqlserver]: The number of the newest run.
SELECT last_run FROM orchestrator.ledger

-- server/set_last_run [postgresql, sqlserver]: Changes it.
UPDATE orchestrator.ledger SET last_run = ?1

-- server/refusal [postgresql]: Why the database cannot hold a ledger; no row = it can.
SELECT 'it is a standby, which cannot be written' WHERE pg_is_in_recovery()

-- server/refusal [sqlserver]: Why the database cannot hold a ledger; no row = it can.
SELECT N'DELAYED_DURABILITY is FORCED, so that what is committed there may be lost'
FROM sys.databases WHERE database_id = DB_ID() AND delayed_durability_desc COLLATE DATABASE_DEFAULT = N'FORCED'

-- server/size [postgresql]: Bytes that the ledger takes.
SELECT CAST(coalesce(sum(pg_total_relation_size(c.oid)), 0) AS BIGINT)
FROM pg_class c
JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = 'orchestrator' AND c.relkind = 'r'

-- server/size [sqlserver]: Bytes that the ledger takes.
SELECT coalesce(sum(CAST(u.total_pages AS bigint)), 0) * 8192
FROM sys.tables t
JOIN sys.schemas s ON s.schema_id = t.schema_id
JOIN sys.partitions p ON p.object_id = t.object_id
JOIN sys.allocation_units u ON u.container_id = p.hobt_id
WHERE s.name = N'orchestrator'

-- server/now [postgresql]: Microseconds since 1970 by the server's clock.
SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint

-- server/now [sqlserver]: Microseconds since 1970 by the server's clock.
SELECT DATEDIFF_BIG(microsecond, '19700101', SYSUTCDATETIME())

-- server/has_snapshots [sqlserver]: PostgreSQL always reads from snapshots; here the database may forbid them.
SELECT CAST(snapshot_isolation_state AS int) FROM sys.databases WHERE database_id = DB_ID()

-- server/begin_reading [postgresql]: Begins what only reads.
SET TRANSACTION READ ONLY

-- server/begin_reading [sqlserver]: Begins what only reads, which gives way where two wait for each other.
SET DEADLOCK_PRIORITY LOW

-- server/begin_writing [postgresql]: Begins what writes, so that it is on disk when it is committed.
SET LOCAL synchronous_commit = on

-- server/begin_writing [sqlserver]: Begins what writes, which does not give way where two wait for each other.
SET DEADLOCK_PRIORITY HIGH

-- server/one_at_a_time [postgresql]: Waits until nobody else of those is in the database who must be there alone.
SELECT pg_advisory_xact_lock(hashtextextended('orchestrator ledger', 0))

-- server/one_at_a_time [sqlserver]: Waits until nobody else of those is in the database who must be there alone.
EXEC sp_getapplock @Resource = N'orchestrator ledger', @LockMode = N'Exclusive', @LockOwner = N'Transaction'

-- server/alone [postgresql]: Locks the tables, in the order in which a run that begins takes them, so that neither
-- waits for the other in a circle. Who reads waits for nothing.
LOCK TABLE orchestrator.plans, orchestrator.ledger, orchestrator.runs, orchestrator.run_options, orchestrator.nodes,
           orchestrator.attempts, orchestrator.transitions, orchestrator.waits, orchestrator.errors,
           orchestrator.warnings, orchestrator.watermarks, orchestrator.backups, orchestrator.files,
           orchestrator.scopes, orchestrator.attempt_evidence, orchestrator.attempt_waits, orchestrator.run_evidence,
           orchestrator.run_waits, orchestrator.run_samples, orchestrator.leases, orchestrator.requests,
           orchestrator.run_connections, orchestrator.plan_files, orchestrator.adoptions, orchestrator.services,
           orchestrator.firings, orchestrator.schedule_states, orchestrator.schedule_pauses,
           orchestrator.run_wishes, orchestrator.tokens, orchestrator.audit, orchestrator.actions,
           orchestrator.approvals, orchestrator.alert_states, orchestrator.alerts, orchestrator.run_values,
           orchestrator.run_turns
IN EXCLUSIVE MODE

-- server/alone [sqlserver]: The same order. Writing is what locks the row that each run counts up; the hints lock the
-- tables.
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
SELECT TOP (1) 1 FROM orchestrator.services WITH (TABLOCKX, HOLDLOCK);
SELECT TOP (1) 1 FROM orchestrator.firings WITH (TABLOCKX, HOLDLOCK);
SELECT TOP (1) 1 FROM orchestrator.schedule_states WITH (TABLOCKX, HOLDLOCK);
SELECT TOP (1) 1 FROM orchestrator.schedule_pauses WITH (TABLOCKX, HOLDLOCK);
SELECT TOP (1) 1 FROM orchestrator.run_wishes WITH (TABLOCKX, HOLDLOCK);
SELECT TOP (1) 1 FROM orchestrator.tokens WITH (TABLOCKX, HOLDLOCK);
SELECT TOP (1) 1 FROM orchestrator.audit WITH (TABLOCKX, HOLDLOCK);
SELECT TOP (1) 1 FROM orchestrator.actions WITH (TABLOCKX, HOLDLOCK);
SELECT TOP (1) 1 FROM orchestrator.approvals WITH (TABLOCKX, HOLDLOCK);
SELECT TOP (1) 1 FROM orchestrator.alert_states WITH (TABLOCKX, HOLDLOCK);
SELECT TOP (1) 1 FROM orchestrator.alerts WITH (TABLOCKX, HOLDLOCK);
SELECT TOP (1) 1 FROM orchestrator.run_values WITH (TABLOCKX, HOLDLOCK);
SELECT TOP (1) 1 FROM orchestrator.run_turns WITH (TABLOCKX, HOLDLOCK);

-- server/lock_session [postgresql]: A host that vanished frees its locks after a minute; one that waits is never cut
-- off.
SELECT set_config(name, value, false)
FROM (VALUES ('tcp_keepalives_idle', '30'), ('tcp_keepalives_interval', '10'), ('tcp_keepalives_count', '3'),
             ('idle_session_timeout', '0')) AS wanted (name, value)
WHERE EXISTS (SELECT 1 FROM pg_settings s WHERE s.name = wanted.name)

-- server/lock_session [sqlserver]: Whoever asks for a lock that is held does not wait.
SET LOCK_TIMEOUT 0

-- server/try_lock [postgresql]: Takes the lock of a batch, where it is free.
SELECT CASE WHEN pg_try_advisory_lock(?1) THEN 1 ELSE 0 END

-- server/try_lock [sqlserver]: Takes the lock of a batch, where it is free.
DECLARE @result int
EXEC @result = sp_getapplock @Resource = ?1, @LockMode = N'Exclusive', @LockOwner = N'Session', @LockTimeout = 0
SELECT CASE WHEN @result >= 0 THEN 1 ELSE 0 END

-- server/free_lock [postgresql]: Gives the lock of a batch back.
SELECT CASE WHEN pg_advisory_unlock(?1) THEN 1 ELSE 0 END

-- server/free_lock [sqlserver]: Gives the lock of a batch back.
DECLARE @result int
EXEC @result = sp_releaseapplock @Resource = ?1, @LockOwner = N'Session'
SELECT CASE WHEN @result >= 0 THEN 1 ELSE 0 END

-- server/lock_is_ours [postgresql]: Whether this session holds it.
SELECT count(*) FROM pg_locks
WHERE locktype = 'advisory' AND granted AND objsubid = 1 AND pid = pg_backend_pid()
  AND classid::bigint << 32 | objid::bigint = ?1

-- server/lock_is_ours [sqlserver]: Whether this session holds it.
SELECT CASE WHEN APPLOCK_MODE(N'public', ?1, N'Session') = N'Exclusive' THEN 1 ELSE 0 END

-- server/lock_is_held [postgresql]: Whether any session holds it.
SELECT count(*) FROM pg_locks
WHERE locktype = 'advisory' AND granted AND objsubid = 1
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
  AND classid::bigint << 32 | objid::bigint = ?1

-- server/lock_is_held [sqlserver]: Whether any session holds it.
SELECT 1 - APPLOCK_TEST(N'public', ?1, N'Exclusive', N'Session')

-- server/end_sessions [postgresql]: Ends the sessions of a name, but not this one; how many there were.
SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
WHERE application_name = ?1 AND pid <> pg_backend_pid()

-- server/end_sessions [sqlserver]: The same; below 0 = none was seen, and the server hides those of others from this
-- user.
DECLARE @kill nvarchar(max) = N''
DECLARE @found int = 0
SELECT @kill += CONCAT(N'KILL ', session_id, N'; '), @found += 1
FROM sys.dm_exec_sessions WHERE program_name = ?1 AND session_id <> @@SPID
EXEC (@kill)
SELECT CASE WHEN @found > 0 OR 1 IN (HAS_PERMS_BY_NAME(NULL, NULL, N'VIEW SERVER STATE'),
    HAS_PERMS_BY_NAME(NULL, NULL, N'VIEW SERVER PERFORMANCE STATE'))
  OR (SERVERPROPERTY('EngineEdition') = 5 AND 1 IN (HAS_PERMS_BY_NAME(DB_NAME(), N'DATABASE', N'VIEW DATABASE STATE'),
    HAS_PERMS_BY_NAME(DB_NAME(), N'DATABASE', N'VIEW DATABASE PERFORMANCE STATE'))) THEN @found ELSE -1 END
