-- What people do over the API, what they approve, and the audit of it.

-- insert_action: Begins an action, once for each key.
INSERT INTO orchestrator.actions (environment, idempotency_key, command, who, asked_at, request, wish, outcome, answer)
{inserted action}
SELECT ?1, ?2, ?3, ?4, ?5, NULL, NULL, ?6, ''
WHERE NOT EXISTS (SELECT 1 FROM orchestrator.actions {locked} WHERE idempotency_key = ?2)
{skip idempotency_key}
{returning action}

-- update_action: Notes what became of an action.
UPDATE orchestrator.actions SET request = ?2, wish = ?3, outcome = ?4, answer = ?5
WHERE action = ?1

-- select_action: The action of a number.
SELECT {action.*}
FROM orchestrator.actions
WHERE action = ?1

-- select_action_of_key: The action that has a key.
SELECT {action.*}
FROM orchestrator.actions
WHERE idempotency_key = ?1

-- insert_approval: Approves something, once.
INSERT INTO orchestrator.approvals (environment, kind, hash, name, approved_at, approved_by)
{inserted approval}
SELECT ?1, ?2, ?3, ?4, ?5, ?6
WHERE NOT EXISTS (SELECT 1 FROM orchestrator.approvals {locked} WHERE environment = ?1 AND kind = ?2 AND hash = ?3)
{skip}
{returning approval}

-- select_approvals: What is approved in an environment.
SELECT {approval.*}
FROM orchestrator.approvals
WHERE environment = ?1
ORDER BY approval

-- insert_audit: Adds an entry to the audit.
INSERT INTO orchestrator.audit (environment, at, who, role, address, action, object, outcome, detail)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)

-- select_audit: Entries of the audit, newest first.
SELECT {audit.*}
FROM orchestrator.audit
WHERE ?1 IS NULL OR entry < ?1
ORDER BY entry DESC
{first ?2}
