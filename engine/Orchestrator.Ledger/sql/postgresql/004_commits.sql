-- How often the run has written: who gets no answer to a commit sees by it whether there was one.
ALTER TABLE orchestrator.runs ADD COLUMN commits BIGINT NOT NULL DEFAULT 0;
