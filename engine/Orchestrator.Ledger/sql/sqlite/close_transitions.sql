INSERT INTO transitions (run, sequence, node, attempt, from_state, to_state, why, who, at)
SELECT n.run, coalesce((SELECT max(sequence) FROM transitions WHERE run = ?1), 0) + row_number() OVER (ORDER BY n.node),
       n.node, coalesce(a.number, 0), n.state,
       CASE WHEN n.state IN ('Pending', 'Ready', 'Held') THEN 'Blocked' ELSE 'EndedUnexpectedly' END, ?2, '', ?3
FROM nodes n
LEFT JOIN attempts a ON a.attempt = n.last_attempt
WHERE n.run = ?1 AND n.state IN ('Pending', 'Ready', 'Held', 'Running', 'Cancelling')
