-- How far loads have come, and which of their rows were taken over from elsewhere or back.

-- insert_watermark: Adds a change of a watermark.
INSERT INTO orchestrator.watermarks (environment, node, watermark, data_type, value, attempt, why, who, changed_at)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)

-- select_watermarks: The changes of watermarks that count, the newest of each first.
SELECT {watermark.* w}
FROM orchestrator.watermarks w
LEFT JOIN orchestrator.attempts a ON a.attempt = w.attempt
WHERE (?1 IS NULL OR w.environment = ?1) AND (?2 IS NULL OR w.node = ?2)
  AND (w.attempt IS NULL OR {loaded a})
  AND NOT EXISTS (
      SELECT 1 FROM orchestrator.adoptions o
      WHERE o.environment = w.environment AND o.node = w.node
        AND w.attempt > o.last_attempt AND w.attempt <= o.undone_to)
ORDER BY w.environment, w.node, w.watermark, w.change DESC

-- insert_adoption: Notes that the rows of a node up to an attempt are taken as they are.
INSERT INTO orchestrator.adoptions (environment, node, last_attempt, who, adopted_at, undone_to, after_change)
SELECT ?1, ?2, ?3, ?4, ?5, ?6, COALESCE((SELECT max(change) FROM orchestrator.watermarks), 0)

-- select_adoptions: What was taken over in an environment, each node once.
SELECT {adoption.* a}
FROM (
    SELECT node, max(last_attempt) AS last_attempt, max(adopted_at) AS adopted_at, max(after_change) AS after_change,
           max(undone_to) AS undone_to
    FROM orchestrator.adoptions
    WHERE environment = ?1 AND undone_to = 0
    GROUP BY node
) a

-- select_adoptions_undone: The targets that were found older than the ledger.
SELECT {adoption.*}
FROM orchestrator.adoptions
WHERE environment = ?1 AND undone_to > 0
ORDER BY adoption
