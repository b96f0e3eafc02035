SELECT run FROM runs WHERE id = ?1
