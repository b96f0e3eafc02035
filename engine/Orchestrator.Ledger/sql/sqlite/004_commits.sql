-- How often the run has written: who gets no answer to a commit sees by it whether there was one.
ALTER TABLE runs ADD COLUMN commits INTEGER NOT NULL DEFAULT 0;
