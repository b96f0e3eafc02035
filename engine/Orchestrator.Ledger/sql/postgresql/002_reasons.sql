-- The one reason why a node that has not ended is not further: a word, what it waits for, since when.
ALTER TABLE orchestrator.nodes ADD COLUMN reason TEXT COLLATE "C";
ALTER TABLE orchestrator.nodes ADD COLUMN reason_object TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE orchestrator.nodes ADD COLUMN reason_since BIGINT;

-- Working is no wait; its time stands with the attempt.
DELETE FROM orchestrator.waits WHERE reason = 'Working';
