INSERT INTO orchestrator.nodes (run, node, kind, name, parent, package_kind, hash, state, since, why)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, '')
