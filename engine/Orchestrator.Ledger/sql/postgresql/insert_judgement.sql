INSERT INTO orchestrator.transitions (run, sequence, node, attempt, from_state, to_state, why, who, at)
SELECT $1, coalesce(max(sequence), 0) + 1, $2, $3, 'Succeeded', $4, $5, $6, $7
FROM orchestrator.transitions
WHERE run = $1
