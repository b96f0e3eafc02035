CREATE TEMP VIEW firings AS
SELECT 0 AS firing, '' AS batch, '' AS trigger_name, '' AS environment, 0 AS scheduled_at, '' AS as_of,
       '' AS local_time, '' AS cause, '' AS state, '' AS why, 0 AS service, 0 AS token, NULL AS run, '' AS outcome,
       '' AS who, 0 AS claimed_at, NULL AS ended_at
WHERE 0
