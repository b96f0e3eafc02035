-- The one reason why a node that has not ended is not further: a word, what it waits for, since when.
ALTER TABLE orchestrator.nodes ADD reason nvarchar(40) COLLATE Latin1_General_BIN2;
ALTER TABLE orchestrator.nodes ADD reason_object nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL DEFAULT N'';
ALTER TABLE orchestrator.nodes ADD reason_since bigint;

-- Working is no wait; its time stands with the attempt.
DELETE FROM orchestrator.waits WHERE reason = N'Working';
