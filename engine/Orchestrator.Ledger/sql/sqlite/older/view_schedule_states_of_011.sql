CREATE TEMP VIEW schedule_states AS
SELECT '' AS batch, '' AS trigger_name, '' AS environment, '' AS definition_hash, 0 AS first_seen_at, '' AS seen
WHERE 0
