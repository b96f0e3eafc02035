CREATE TEMP VIEW nodes AS
SELECT run, node, kind, name, parent, package_kind, hash, state, since, why, last_attempt,
       NULL AS reason, '' AS reason_object, NULL AS reason_since, CASE
       WHEN package_kind IN ('load', 'scd', 'absorb', 'dataflow') THEN 'Load'
       WHEN package_kind = 'hook' THEN 'Hook'
       WHEN package_kind = 'replay' THEN 'Replay'
       WHEN package_kind = '' THEN 'None'
       ELSE 'Task'
       END AS purpose
FROM main.nodes
