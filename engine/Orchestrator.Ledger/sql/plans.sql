-- The plans that runs carry out, and the texts that they were compiled from; each stands once.

-- insert_plan: Keeps a plan that is not there yet.
INSERT INTO orchestrator.plans (hash, json, recorded_at) VALUES (?1, ?2, ?3) ON CONFLICT (hash) DO NOTHING

-- insert_plan [sqlserver]: there is no ON CONFLICT, and who adds the same meanwhile is kept out by the lock.
INSERT INTO orchestrator.plans (hash, json, recorded_at)
SELECT ?1, ?2, ?3
WHERE NOT EXISTS (SELECT 1 FROM orchestrator.plans WITH (UPDLOCK, HOLDLOCK) WHERE hash = ?1)

-- select_plan_json: The plan of a hash.
SELECT json FROM orchestrator.plans WHERE hash = ?1

-- count_plan_files: How many files a set of texts has; on a server nobody else adds them meanwhile.
SELECT count(*) FROM orchestrator.plan_files {locked} WHERE hash = ?1

-- insert_plan_file: Adds a file to a set of texts.
INSERT INTO orchestrator.plan_files (hash, place, path, content) VALUES (?1, ?2, ?3, ?4)

-- select_plan_files: The files that the plan of a run was compiled from.
SELECT f.path, f.content
FROM orchestrator.runs r
JOIN orchestrator.plan_files f ON f.hash = r.files_hash
WHERE r.run = ?1
ORDER BY f.place

-- select_plan_files_of_hash: The files of a set of texts.
SELECT path, content
FROM orchestrator.plan_files
WHERE hash = ?1
ORDER BY place
