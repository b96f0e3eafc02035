INSERT INTO nodes (run, node, kind, name, parent, package_kind, hash, state, since, why,
    reason, reason_object, reason_since, purpose)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, '',
    ?10, ?11, ?9, ?12)
