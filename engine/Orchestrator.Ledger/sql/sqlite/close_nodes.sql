UPDATE nodes
SET state = CASE WHEN state IN ('Pending', 'Ready', 'Held') THEN 'Blocked' ELSE 'EndedUnexpectedly' END,
    why = ?2, since = ?3,
    reason = NULL, reason_object = '', reason_since = NULL
WHERE run = ?1 AND state IN ('Pending', 'Ready', 'Held', 'Running', 'Cancelling')
