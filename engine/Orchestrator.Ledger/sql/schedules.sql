-- Triggers: how they are defined, what they have fired, and when they are paused.

-- upsert_schedule_state: Notes how a trigger is defined; one that was defined otherwise is seen anew.
INSERT INTO orchestrator.schedule_states (batch, trigger_name, environment, definition_hash, first_seen_at)
VALUES (?1, ?2, ?3, ?4, ?5)
ON CONFLICT (batch, trigger_name, environment) DO UPDATE
SET first_seen_at = CASE WHEN schedule_states.definition_hash = excluded.definition_hash
                         THEN schedule_states.first_seen_at ELSE excluded.first_seen_at END,
    seen = CASE WHEN schedule_states.definition_hash = excluded.definition_hash
                THEN schedule_states.seen ELSE '' END,
    definition_hash = excluded.definition_hash

-- upsert_schedule_state [sqlserver]: there is no ON CONFLICT: what is there is changed, else it is added, by nobody
-- else meanwhile.
UPDATE orchestrator.schedule_states WITH (UPDLOCK, HOLDLOCK)
SET first_seen_at = CASE WHEN definition_hash = ?4 THEN first_seen_at ELSE ?5 END,
    seen = CASE WHEN definition_hash = ?4 THEN seen ELSE '' END, definition_hash = ?4
WHERE batch = ?1 AND trigger_name = ?2 AND environment = ?3
IF @@ROWCOUNT = 0
INSERT INTO orchestrator.schedule_states (batch, trigger_name, environment, definition_hash, first_seen_at)
VALUES (?1, ?2, ?3, ?4, ?5)

-- update_schedule_seen: Notes what a trigger has seen of its files.
UPDATE orchestrator.schedule_states SET seen = ?5
{inserted batch}
WHERE batch = ?1 AND trigger_name = ?2 AND environment = ?3 AND seen = ?4
{returning batch}

-- select_schedule_states: The triggers of an environment that were ever defined.
SELECT {schedule_state.*}
FROM orchestrator.schedule_states
WHERE environment = ?1
ORDER BY batch, trigger_name

-- insert_firing: Claims a moment at which a trigger is due, for a service that lives.
INSERT INTO orchestrator.firings (batch, trigger_name, environment, scheduled_at, as_of, local_time, cause, state,
                                  why, service, token, run, outcome, who, claimed_at, ended_at)
{inserted firing}
SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, 1, NULL, '', ?11, ?12, ?13
WHERE EXISTS (SELECT 1 FROM orchestrator.services WHERE service = ?10 AND stopped_at IS NULL)
  AND NOT EXISTS (SELECT 1 FROM orchestrator.firings {locked}
                  WHERE batch = ?1 AND trigger_name = ?2 AND environment = ?3 AND scheduled_at = ?4)
{skip batch, trigger_name, environment, scheduled_at}
{returning firing}

-- update_firing_run: Notes the newest run of a firing.
UPDATE orchestrator.firings SET run = ?3, state = ?5
{inserted firing}
WHERE firing = ?1 AND token = ?2 AND ended_at IS NULL AND (run IS NULL OR run = ?3 OR run = ?4)
{returning firing}

-- update_firing_end: Ends a firing.
UPDATE orchestrator.firings
SET state = ?3, outcome = ?4, why = CASE WHEN ?6 = '' THEN why ELSE ?6 END,
    ended_at = coalesce(ended_at, {greatest claimed_at, ?5})
{inserted firing}
WHERE firing = ?1 AND token = ?2 AND (ended_at IS NULL OR (state = ?3 AND outcome = ?4))
{returning firing}

-- update_firing_taken: Makes a firing that of another service.
UPDATE orchestrator.firings SET service = ?3, token = token + 1
{inserted firing}
WHERE firing = ?1 AND token = ?2 AND ended_at IS NULL
{returning firing}

-- select_firing: The firing of a number.
SELECT {firing.*}
FROM orchestrator.firings
WHERE firing = ?1

-- select_firing_of_key: The firing of a trigger's moment.
SELECT {firing.*}
FROM orchestrator.firings
WHERE batch = ?1 AND trigger_name = ?2 AND environment = ?3 AND scheduled_at = ?4

-- select_firing_of_run: The newest firing whose run is that one.
SELECT {firing.*}
FROM orchestrator.firings
WHERE run = ?1
ORDER BY firing DESC
{first 1}

-- select_firings: The firings between two moments, newest first.
SELECT {firing.*}
FROM orchestrator.firings
WHERE environment = ?1 AND scheduled_at >= ?2 AND scheduled_at < ?3 AND (?4 IS NULL OR batch = ?4)
  AND (?5 IS NULL OR trigger_name = ?5)
ORDER BY scheduled_at DESC, firing DESC
{first ?6}

-- select_firings_newest: The newest moment of each trigger.
SELECT {firing.* f}
FROM orchestrator.firings f
JOIN (SELECT batch, trigger_name, max(scheduled_at) AS newest FROM orchestrator.firings
      WHERE environment = ?1 AND cause <> ?2
      GROUP BY batch, trigger_name) n
  ON n.batch = f.batch AND n.trigger_name = f.trigger_name AND n.newest = f.scheduled_at
WHERE f.environment = ?1
ORDER BY f.batch, f.trigger_name

-- select_firings_not_ended: The firings that have not ended.
SELECT {firing.*}
FROM orchestrator.firings
WHERE environment = ?1 AND ended_at IS NULL
ORDER BY firing

-- insert_schedule_pause: Begins a pause where there is none.
INSERT INTO orchestrator.schedule_pauses (batch, trigger_name, environment, paused_at, paused_by, reason, resumed_at,
                                          resumed_by)
{inserted pause}
SELECT ?1, ?2, ?3, ?4, ?5, ?6, NULL, ''
WHERE NOT EXISTS (SELECT 1 FROM orchestrator.schedule_pauses {locked}
                  WHERE batch = ?1 AND trigger_name = ?2 AND environment = ?3 AND resumed_at IS NULL)
{skip}
{returning pause}

-- update_schedule_pause: Ends a pause.
UPDATE orchestrator.schedule_pauses SET resumed_at = {greatest paused_at, ?4}, resumed_by = ?5
{inserted pause}
WHERE batch = ?1 AND trigger_name = ?2 AND environment = ?3 AND resumed_at IS NULL
{returning pause}

-- select_schedule_pauses: The pauses of an environment, those at work and those that ended since a moment.
SELECT {schedule_pause.*}
FROM orchestrator.schedule_pauses
WHERE environment = ?1 AND (resumed_at IS NULL OR resumed_at >= ?2)
ORDER BY pause
