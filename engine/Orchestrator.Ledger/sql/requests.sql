-- What people ask of runs at work.

-- insert_request: Asks something of a run that has not ended.
INSERT INTO orchestrator.requests (run, verb, node, value, reason, who, asked_at, answered_at, outcome, answer)
{inserted request}
SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, NULL, '', ''
WHERE EXISTS (SELECT 1 FROM orchestrator.runs WHERE run = ?1 AND ended_at IS NULL)
{returning request}

-- select_request: The request of a number.
SELECT {request.*}
FROM orchestrator.requests
WHERE request = ?1

-- select_requests_of_run: What people asked of a run.
SELECT {request.*}
FROM orchestrator.requests
WHERE run = ?1
ORDER BY request

-- select_requests_not_answered: What people ask of a run and is not answered yet.
SELECT {request.*}
FROM orchestrator.requests
WHERE run = ?1 AND answered_at IS NULL
ORDER BY request

-- update_request: Answers a request.
UPDATE orchestrator.requests SET answered_at = {greatest asked_at, ?2}, outcome = ?3, answer = ?4
WHERE request = ?1 AND answered_at IS NULL
