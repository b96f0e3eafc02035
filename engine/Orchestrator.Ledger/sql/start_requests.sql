-- Runs that people ask services for.

-- insert_start_request: Asks for a run, once for each key.
INSERT INTO orchestrator.run_wishes (batch, trigger_name, environment, continues, idempotency_key, who, asked_at,
                                     answered_at, firing, refusal)
{inserted wish}
SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, NULL, NULL, ''
WHERE NOT EXISTS (SELECT 1 FROM orchestrator.run_wishes {locked} WHERE idempotency_key = ?5)
{skip idempotency_key}
{returning wish}

-- update_start_request: Answers it.
UPDATE orchestrator.run_wishes SET answered_at = {greatest asked_at, ?2}, firing = ?3, refusal = ?4
{inserted wish}
WHERE wish = ?1 AND answered_at IS NULL
{returning wish}

-- select_start_request: The request of a number.
SELECT {start_request.*}
FROM orchestrator.run_wishes
WHERE wish = ?1

-- select_start_request_of_key: The request that has a key.
SELECT {start_request.*}
FROM orchestrator.run_wishes
WHERE idempotency_key = ?1

-- select_start_request_of_firing: The request that a firing came of.
SELECT {start_request.*}
FROM orchestrator.run_wishes
WHERE firing = ?1

-- select_start_requests_open: The requests of an environment that are not answered.
SELECT {start_request.*}
FROM orchestrator.run_wishes
WHERE environment = ?1 AND answered_at IS NULL
ORDER BY wish
