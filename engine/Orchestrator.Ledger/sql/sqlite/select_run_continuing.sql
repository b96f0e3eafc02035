SELECT max(run) FROM runs WHERE continues = ?1
