-- The values that packages have set.

-- insert_run_value: Adds a value that an attempt has set.
INSERT INTO orchestrator.run_values (attempt, variable, data_type, value, is_sensitive) VALUES (?1, ?2, ?3, ?4, ?5)

-- select_run_values: The values that the attempts of a run have set, but those whose success is lost.
SELECT {run_value.* v}, a.node
FROM orchestrator.attempts a
JOIN orchestrator.run_values v ON v.attempt = a.attempt
WHERE a.run = ?1 AND a.state IN ('Succeeded', 'Hardened')
ORDER BY v.attempt, v.variable

-- select_run_values_of_attempt: The values that an attempt has set.
SELECT {run_value.* v}, a.node
FROM orchestrator.attempts a
JOIN orchestrator.run_values v ON v.attempt = a.attempt
WHERE a.attempt = ?1
ORDER BY v.variable

-- insert_run_turn: Adds a turn that a loop has found out.
INSERT INTO orchestrator.run_turns (run, loop_node, turn, turn_key, value, is_sensitive, first_node)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)

-- select_run_turns: The turns of a run, those of a loop in their order.
SELECT {run_turn.*}
FROM orchestrator.run_turns
WHERE run = ?1
ORDER BY loop_node, turn
