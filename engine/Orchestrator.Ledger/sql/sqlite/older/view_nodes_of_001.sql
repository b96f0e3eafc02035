CREATE TEMP VIEW nodes AS
SELECT run, node, kind, name, parent, package_kind, hash, state, since, why, last_attempt,
       NULL AS reason, '' AS reason_object, NULL AS reason_since
FROM main.nodes
