SELECT id FROM runs WHERE run = 1
