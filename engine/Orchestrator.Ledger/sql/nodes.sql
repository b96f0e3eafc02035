-- The nodes of a run, and each change of their states.

-- insert_node: Adds a node of a plan to a run.
INSERT INTO orchestrator.nodes (run, node, kind, name, parent, package_kind, hash, state, since, why,
    reason, reason_object, reason_since, purpose, template, is_template)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, '',
    ?10, ?11, ?9, ?12, ?13, ?14)

-- select_nodes: The nodes of a run, each with its last attempt.
SELECT {attempt.* a}, {node.* n}
FROM orchestrator.nodes n
LEFT JOIN orchestrator.attempts a ON a.attempt = n.last_attempt
WHERE n.run = ?1
ORDER BY n.node

-- update_node: Changes the state of a node.
UPDATE orchestrator.nodes
SET state = ?3, since = ?4, why = ?5, last_attempt = coalesce(?6, last_attempt),
    reason = NULL, reason_object = '', reason_since = NULL
WHERE run = ?1 AND node = ?2

-- update_node_judged: Changes the state of a node that had succeeded.
UPDATE orchestrator.nodes
SET state = ?3, since = ?4, why = ?5
WHERE run = ?1 AND node = ?2 AND state = 'Succeeded'

-- update_reason: Changes why a node waits.
UPDATE orchestrator.nodes SET reason = ?3, reason_object = ?4, reason_since = ?5 WHERE run = ?1 AND node = ?2

-- insert_transition: Adds a change of a state.
INSERT INTO orchestrator.transitions (run, sequence, node, attempt, from_state, to_state, why, who, at)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)

-- insert_judgement: Adds what became of a node that had succeeded.
INSERT INTO orchestrator.transitions (run, sequence, node, attempt, from_state, to_state, why, who, at)
SELECT ?1, coalesce(max(sequence), 0) + 1, ?2, ?3, 'Succeeded', ?4, ?5, ?6, ?7
FROM orchestrator.transitions
WHERE run = ?1

-- select_transitions: The changes of a run behind a number.
SELECT {transition.*}
FROM orchestrator.transitions
WHERE run = ?1 AND sequence > ?2
ORDER BY sequence
{first ?3}
