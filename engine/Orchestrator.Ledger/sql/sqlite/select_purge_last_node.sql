SELECT max(node) FROM nodes WHERE run = ?1
