-- What alerts have told, and are still to tell.

-- insert_alert_state: Notes that an alert is declared.
INSERT INTO orchestrator.alert_states (batch, alert_name, environment, first_seen_at)
VALUES (?1, ?2, ?3, ?4)
ON CONFLICT (batch, alert_name, environment) DO NOTHING

-- insert_alert_state [sqlserver]: there is no ON CONFLICT, and who adds the same meanwhile is kept out by the lock.
INSERT INTO orchestrator.alert_states (batch, alert_name, environment, first_seen_at)
SELECT ?1, ?2, ?3, ?4
WHERE NOT EXISTS (SELECT 1 FROM orchestrator.alert_states WITH (UPDLOCK, HOLDLOCK)
                  WHERE batch = ?1 AND alert_name = ?2 AND environment = ?3)

-- delete_alert_state: Forgets an alert that is declared no more.
DELETE FROM orchestrator.alert_states WHERE batch = ?1 AND alert_name = ?2 AND environment = ?3

-- select_alert_states: The alerts of an environment that are declared.
SELECT batch, alert_name, first_seen_at
FROM orchestrator.alert_states
WHERE environment = ?1
ORDER BY batch, alert_name

-- insert_alert: Adds something to tell, once.
INSERT INTO orchestrator.alerts (id, environment, batch, alert_name, event, target, target_hash, occurrence,
                                 cause, run, detail, noticed_at, due_at, state, message, tries, ended_at, last_error)
{inserted alert}
SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, '', 0, NULL, ''
WHERE NOT EXISTS (SELECT 1 FROM orchestrator.alerts {locked} WHERE id = ?1)
{skip id}
{returning alert}

-- select_alerts: What was told or is to be told, newest first.
SELECT {alert.*}
FROM orchestrator.alerts
WHERE ?1 IS NULL OR environment = ?1
ORDER BY alert DESC
{first ?2}

-- select_alert_targets_due: The targets to which something is due.
SELECT target_hash, min(noticed_at)
FROM orchestrator.alerts
WHERE environment = ?1 AND ended_at IS NULL AND due_at <= ?2
GROUP BY target_hash
ORDER BY min(alert)

-- select_alert_due: The first that is due to a target.
SELECT {alert.*}
FROM orchestrator.alerts
WHERE environment = ?1 AND target_hash = ?2 AND ended_at IS NULL AND due_at <= ?3
ORDER BY alert
{first 1}

-- select_alert_quiet: Until when a target has been told of a cause.
SELECT max(coalesce(ended_at, due_at))
FROM orchestrator.alerts
WHERE environment = ?1 AND target_hash = ?2 AND cause = ?3 AND message <> '' AND noticed_at > ?4

-- update_alerts_claimed: Takes what is to be told to a target of a cause into one message.
UPDATE orchestrator.alerts SET state = ?1, message = ?2, tries = 1, due_at = ?3
{inserted {alert.*}}
WHERE environment = ?4 AND target_hash = ?5 AND cause = ?6 AND message = '' AND ended_at IS NULL
{returning {alert.*}}

-- update_alerts_claimed_again: Takes a message whose try did not end.
UPDATE orchestrator.alerts SET state = ?1, tries = tries + 1, due_at = ?2
{inserted {alert.*}}
WHERE message = ?3 AND tries = ?4 AND due_at <= ?5 AND ended_at IS NULL
{returning {alert.*}}

-- update_alerts_result: Notes how a try ended.
UPDATE orchestrator.alerts SET state = ?1, due_at = ?2, ended_at = ?3, last_error = ?4
{inserted alert}
WHERE message = ?5 AND tries = ?6 AND ended_at IS NULL
{returning alert}
