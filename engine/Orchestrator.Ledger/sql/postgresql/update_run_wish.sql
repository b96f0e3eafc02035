UPDATE orchestrator.run_wishes SET answered_at = greatest(asked_at, $2), firing = $3, refusal = $4
WHERE wish = $1 AND answered_at IS NULL
RETURNING wish
