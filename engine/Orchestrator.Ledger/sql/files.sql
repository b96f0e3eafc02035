-- The files that loads have read.

-- insert_file: Notes a file that an attempt read.
INSERT INTO orchestrator.files (attempt, environment, node, connection, path, size, written_at, hash, outcome,
                                to_move, moved_to)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, '')

-- update_file_moved: Notes where a file was moved.
UPDATE orchestrator.files SET to_move = '', moved_to = ?2 WHERE number = ?1

-- update_files_lost: Takes back what the files of an attempt have become.
UPDATE orchestrator.files SET outcome = ?2, to_move = '' WHERE attempt = ?1 AND outcome IN (?3, ?4)

-- select_files_known: What became of a file of a name and size each time that a node read it.
SELECT {file.* f}, a.started_at,
       CASE WHEN a.state = 'Succeeded' AND a.scope IS NOT NULL THEN 'Failed' ELSE f.outcome END
FROM orchestrator.files f
JOIN orchestrator.attempts a ON a.attempt = f.attempt
WHERE f.environment = ?1 AND f.node = ?2 AND f.size = ?3 AND f.path = ?4
ORDER BY f.number

-- select_files_of_node: What became of each file that a node has read.
SELECT {file.* f}, a.started_at,
       CASE WHEN a.state = 'Succeeded' AND a.scope IS NOT NULL THEN 'Failed' ELSE f.outcome END
FROM orchestrator.files f
JOIN orchestrator.attempts a ON a.attempt = f.attempt
WHERE f.environment = ?1 AND f.node = ?2
ORDER BY f.number

-- select_files_of_run: The files that the attempts of a run read.
SELECT {file.* f}, a.started_at, f.outcome
FROM orchestrator.files f
JOIN orchestrator.attempts a ON a.attempt = f.attempt
WHERE a.run = ?1
ORDER BY f.number

-- select_files_to_move: The files that runs of a batch have left to be moved: from those few, by their index.
SELECT {file.* f}, a.started_at, f.outcome
FROM orchestrator.files f
{join} orchestrator.attempts a ON a.attempt = f.attempt
{join} orchestrator.runs r ON r.run = a.run
WHERE f.to_move > '' AND r.solution = ?1 AND r.batch = ?2 AND r.environment = ?3
  AND NOT (a.state = 'Succeeded' AND a.scope IS NOT NULL)
ORDER BY f.number

-- select_file_loaded: Whether a node has ever loaded a file.
SELECT {top 1} f.number
FROM orchestrator.files f
JOIN orchestrator.attempts a ON a.attempt = f.attempt
WHERE f.environment = ?1 AND f.node = ?2 AND f.outcome IN (?3, ?4)
  AND NOT (a.state = 'Succeeded' AND a.scope IS NOT NULL) {limit 1}
