INSERT INTO orchestrator.transitions (run, sequence, node, attempt, from_state, to_state, why, who, at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
