CREATE TEMP VIEW alert_states AS
SELECT '' AS batch, '' AS alert_name, '' AS environment, 0 AS first_seen_at
WHERE 0
